import { createTestDatabase } from '@petstore/database/testing';
import { petstoreOutput } from '@petstore/processes';
import { exchange, KeepAliveClient, parseResponse, type HttpResponse, type Request } from '@petstore/testing/raw';
import { concurrentCreates, concurrentReads, rawRequests, sequentialRequests } from './testing/request-list.ts';
import { startService } from './testing/start-service.ts';

/** The responses, log lines and counters of a service that got the list of requests, without times and generated ids. */
interface Observations {
  readonly responses: readonly unknown[];
  /** The access-log line of each response. */
  readonly logLines: readonly unknown[];
  readonly counters: readonly string[];
}

const settings = {
  METRICS_PORT: '0',
  CORS_ORIGINS: 'https://shop.example',
  TRUST_PROXY: '1',
  LOG_LEVEL: 'debug',
};

/** Starts the service on a new database, sends all requests and stops the service. */
async function observe(switches: Record<string, string>): Promise<Observations> {
  const database = await createTestDatabase();
  const place = { DATABASE_URL: database.url };
  const service = await startService(place, { ...settings, ...switches });
  const key = await petstoreOutput(place, 'keys', 'issue', 'switches');
  const port = Number(new URL(service.address).port);
  const answers = await sendAll(port, key);
  const metrics = JSON.parse(await service.waitForLog('metrics listening')) as { address: string };
  const samples = (await (await fetch(metrics.address)).text()).split('\n');
  expect(await service.end('SIGTERM')).toBe(0);
  await database.drop();
  const lines = service.log.map((line) => JSON.parse(line) as Record<string, unknown>);
  return {
    responses: answers.map(({ status, headers, text }) => {
      const { date, 'x-request-id': requestId = '', ...others } = headers;
      const id = isGenerated(requestId) ? 'generated' : requestId;
      return { status, text, headers: { ...others, date: date && 'a date', 'x-request-id': id } };
    }),
    logLines: answers.map(({ headers }) => {
      const line = lines.find(({ requestId, msg }) => requestId === headers['x-request-id'] && msg === 'request');
      const { time, duration, requestId, apiKey, ...others } = line ?? {};
      return { ...others, members: [typeof time, typeof duration, typeof requestId, typeof apiKey] };
    }),
    counters: samples
      .filter((sample) => /^petstore_(?:http_requests|deprecated_calls|key_refusals)_total/.test(sample))
      .map((sample) => sample.replace(/api_key="\w+"/, 'api_key="a key"'))
      .sort(),
  };
}

const isGenerated = (requestId: string) => /^[0-9a-f-]{36}$/.test(requestId);

async function sendAll(port: number, key: string): Promise<HttpResponse[]> {
  const client = new KeepAliveClient(port);
  const send = ({ headers, ...request }: Request) =>
    client.send({ ...request, headers: { Authorization: `Bearer ${key}`, ...headers } });
  const answers: HttpResponse[] = [];
  for (const request of sequentialRequests) answers.push(await send(request));
  answers.push(...(await Promise.all(concurrentReads.map(send))));
  answers.push(...(await Promise.all(concurrentCreates.map(send))).map(withoutId));
  // All pets, on one page.
  const { text, ...page } = withoutId(await send({ method: 'GET', path: '/v1/pets?limit=100' }));
  answers.push({
    ...page,
    text: text
      .match(/\{[^}]*\}/g)!
      .sort()
      .join(),
  });
  for (const bytes of rawRequests(key)) answers.push(parseResponse(await exchange(port, bytes)));
  client.close();
  return answers;
}

/** Removes the id of a pet that was created at once with others, and its share of the length. */
function withoutId({ status, headers, text }: HttpResponse): HttpResponse {
  const normalized = text.replace(/"id":\d+/g, '"id":0');
  const length = Number(headers['content-length']) - text.length + normalized.length;
  const location = headers['location']?.replace(/\d+$/, '0');
  return {
    status,
    headers: { ...headers, 'content-length': String(length), ...(location && { location }) },
    text: normalized,
  };
}

/** Describes each difference of two observations. */
function differences(one: Observations, other: Observations): string[] {
  const names = ['responses', 'logLines', 'counters'] as const;
  return names.flatMap((name) => {
    const length = Math.max(one[name].length, other[name].length);
    const texts = Array.from({ length }, (_, i) => [one[name][i], other[name][i]].map((each) => JSON.stringify(each)));
    return texts.flatMap(([a, b], i) => (a === b ? [] : [`${name} ${i}: ${a} became ${b}`]));
  });
}

let both: Observations;

beforeAll(async () => {
  both = await observe({});
});

it.each(['TUNING', 'BATCHING'])('responds, logs and counts with %s=off as with the default', async (variable) => {
  expect(differences(both, await observe({ [variable]: 'off' }))).toEqual([]);
});

it('sends about 300 requests, and they have log lines', () => {
  expect(both.responses.length).toBeGreaterThan(290);
  const statuses = both.responses.map((response) => (response as HttpResponse).status);
  expect([...new Set(statuses)].sort()).toEqual([200, 201, 204, 302, 400, 401, 404, 405, 413, 415, 417, 422, 431]);
  expect(both.logLines.map((line) => (line as { status?: number }).status)).toEqual(statuses);
  expect(both.counters.length).toBeGreaterThan(20);
});

describe('with a difference added in memory', () => {
  it.each([
    ['a status', { status: 500 }],
    ['a body', { text: '[]' }],
    ['a header', { headers: {} }],
  ])('reports %s', (_, difference) => {
    const responses = [...both.responses];
    responses[100] = { ...(responses[100] as HttpResponse), ...difference };
    expect(differences(both, { ...both, responses })).toEqual([expect.stringMatching(/^responses 100: /)]);
  });

  it('reports a missing response, a log line and a counter', () => {
    const [responses, counters] = [both.responses.slice(1), both.counters.slice(1)];
    expect(differences(both, { ...both, responses })).not.toEqual([]);
    expect(differences(both, { ...both, logLines: [{}, ...both.logLines.slice(1)] })).toHaveLength(1);
    expect(differences(both, { ...both, counters })).not.toEqual([]);
  });
});
