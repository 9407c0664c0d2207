import { DatabaseUnavailable } from '@petstore/database';
import { requestText } from '@petstore/testing/raw';
import { QueryFailedError } from 'typeorm';
import { sendAndCheck } from '../testing/document-check.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

/** The requests contain this text in every part that a client can choose. The log must not contain it. */
const secret = 'hunter2';

const headers = () => [
  'Host: hunter2.example',
  'Connection: close',
  `User-Agent: ${secret}`,
  `Cookie: session=${secret}`,
  `Referer: http://pets/${secret}`,
  `X-Request-Id: ${secret} ${secret}`,
  `traceparent: 00-${secret}-${secret}-01`,
  `tracestate: a=${secret}`,
  `X-Forwarded-For: ${secret}`,
];

const body = JSON.stringify({ name: `Rex ${secret}`, categoryId: 7, status: 'available', note: secret });

/** Sends all requests and returns the statuses. Expects an access-log line for each of them. */
async function sendAll(authorization: string): Promise<number[]> {
  const requests = [
    ['GET', `/v1/pets?limit=5&access_token=${secret}&cursor=${secret}`],
    ['GET', `/v1/pets?status=${secret}`],
    ['GET', `/v1/pets/${secret}`],
    ['GET', `/${secret}?${secret}`],
    ['GET', `/docs/${secret}`],
    ['GET', `/%zz${secret}`],
    ['POST', '/v1/pets', 'Content-Type: application/json'],
    ['POST', '/v1/pets', `Content-Type: text/${secret}`],
    ['PUT', `/v1/pets?${secret}`],
    ['POST', '/v1/pets', `Expect: ${secret}`],
    ['POST', '/v1/pets', `${secret} : ${secret}`],
    [secret, `/${secret}`],
  ] as const;
  const statuses = [];
  for (const [method, target, ...more] of requests) {
    const head = [...headers(), `Authorization: ${authorization}`, ...more];
    const response = await sendAndCheck(app.port, requestText(`${method} ${target} HTTP/1.1`, head, body));
    const line = await app.log.accessLogLineOf(response.headers['x-request-id']);
    expect(line.status).toBe(response.status);
    statuses.push(response.status);
  }
  return statuses;
}

it('the log contains no key, no header, no query and no body', async () => {
  const statuses = await sendAll(`Bearer ${app.key}`);
  expect(statuses).toEqual([400, 400, 404, 404, 404, 400, 201, 415, 405, 417, 400, 400]);
  const unauthenticated = await sendAll(`Bearer ${secret}`);
  expect(unauthenticated).toEqual([401, 401, 401, 404, 404, 400, 401, 401, 405, 417, 400, 400]);
  await sendAll(`Bearer ${app.key.slice(0, -1)}`);
  for (const part of [secret, app.key, app.key.slice(0, -1), app.key.slice('pets_'.length)]) {
    expect(app.log.text).not.toContain(part);
  }
});

it('the log contains no value of a statement that failed', async () => {
  const databaseError = Object.assign(new Error('value too long'), { code: '22001', detail: `Failing row: ${secret}` });
  const failure = new QueryFailedError('INSERT INTO pets VALUES ($1)', [secret], databaseError);
  for (const thrown of [failure, new DatabaseUnavailable(failure), { secret }, [secret]]) {
    jest.spyOn(app.pets, 'list').mockRejectedValueOnce(thrown);
    const { headers: responseHeaders } = await app.client.get('/v1/pets');
    expect(app.log.otherLinesOf(responseHeaders['x-request-id'])).toHaveLength(1);
  }
  expect(app.log.lines.map(({ err }) => err?.message)).toContain('value too long');
  expect(app.log.text).not.toContain(secret);
});

it('a log line contains neither line breaks nor control sequences of a message', async () => {
  const hostile = 'a\r\nb\x1b[2Jc\x9b31md\x7fe\u2028f\u202eg\u0085h';
  jest.spyOn(app.pets, 'list').mockRejectedValueOnce(new Error(hostile));
  const before = app.log.text.length;
  const { headers: responseHeaders } = await app.client.get('/v1/pets');
  await app.log.accessLogLineOf(responseHeaders['x-request-id']);
  const logText = app.log.text.slice(before);
  expect(logText.trimEnd().split('\n')).toHaveLength(2);
  expect(logText.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u2028\u202e]/u);
  expect(app.log.otherLinesOf(responseHeaders['x-request-id'])).toMatchObject([{ err: { message: hostile } }]);
});
