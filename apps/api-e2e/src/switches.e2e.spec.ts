import { createTestDatabase } from '@petstore/database/testing';
import { petstoreOutput } from '@petstore/processes';
import { exchange, KeepAliveClient, parseResponse, type HttpResponse, type Request } from '@petstore/testing/raw';
import { concurrentCreates, concurrentReads, rawRequests, sequentialRequests } from './testing/request-list.ts';
import { startService } from './testing/start-service.ts';

/** Responses, log lines and counters of a service after all requests. Without values that differ between two runs: times and ids. */
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
  BETA: 'on',
};

/** Starts the service on a new database, sends all requests and stops the service. */
async function observe(switches: Record<string, string>): Promise<Observations> {
  const database = await createTestDatabase();
  const location = { DATABASE_URL: database.url };
  const service = await startService(location, { ...settings, ...switches });
  const key = await petstoreOutput(location, 'keys', 'issue', 'switches');
  const port = Number(new URL(service.address).port);
  const responses = await sendAll(port, key);
  const metrics = JSON.parse(await service.waitForLog('metrics listening')) as { address: string };
  const samples = (await (await fetch(metrics.address)).text()).split('\n');
  expect(await service.end('SIGTERM')).toBe(0);
  await database.drop();
  const lines = service.log.map((line) => JSON.parse(line) as Record<string, unknown>);
  return {
    responses: responses.map(({ status, headers, text }) => {
      const { date, 'x-request-id': requestId = '', ...others } = headers;
      const id = isGenerated(requestId) ? 'generated' : requestId;
      const texts = text.replaceAll(/"(placed|updated)At":"[^"]*"/g, '"$1At":"a time"');
      return { status, text: texts, headers: { ...others, date: date && 'a date', 'x-request-id': id } };
    }),
    logLines: responses.map(({ headers }) => {
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
  const responses: HttpResponse[] = [];
  for (const request of sequentialRequests) responses.push(await send(request));
  responses.push(...(await Promise.all(concurrentReads.map(send))));
  responses.push(...(await Promise.all(concurrentCreates.map(send))).map(withoutId));
  // Sorts the pets of the list, because their order depends on the order of the concurrent creates.
  const { text, ...page } = withoutId(await send({ method: 'GET', path: '/v1/pets?limit=100' }));
  responses.push({
    ...page,
    text: text
      .match(/\{[^}]*\}/g)!
      .sort()
      .join(),
  });
  for (const bytes of rawRequests(key)) responses.push(parseResponse(await exchange(port, bytes)));
  client.close();
  return responses;
}

/** Replaces the ids of pets by 0, and corrects Content-Length, because concurrent creates get their ids in any order. */
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

/** With TUNING and BATCHING on. */
let defaults: Observations;

beforeAll(async () => {
  defaults = await observe({});
});

it.each(['TUNING', 'BATCHING'])(
  'the service responds, logs and counts the same with %s=off as by default',
  async (variable) => {
    expect(differences(defaults, await observe({ [variable]: 'off' }))).toEqual([]);
  },
);

it('the test sends about 400 requests, and each has a log line', () => {
  expect(defaults.responses.length).toBeGreaterThan(380);
  const statuses = defaults.responses.map((response) => (response as HttpResponse).status);
  expect([...new Set(statuses)].sort()).toEqual([200, 201, 204, 302, 400, 401, 404, 405, 409, 413, 415, 417, 422, 431]);
  expect(defaults.logLines.map((line) => (line as { status?: number }).status)).toEqual(statuses);
  expect(defaults.counters.length).toBeGreaterThan(20);
});

describe('the comparison with a difference added in memory', () => {
  it.each([
    ['a status', { status: 500 }],
    ['a body', { text: '[]' }],
    ['a header', { headers: {} }],
  ])('reports %s', (_, difference) => {
    const responses = [...defaults.responses];
    responses[100] = { ...(responses[100] as HttpResponse), ...difference };
    expect(differences(defaults, { ...defaults, responses })).toEqual([expect.stringMatching(/^responses 100: /)]);
  });

  it('reports a missing response, a log line and a counter', () => {
    const [responses, counters] = [defaults.responses.slice(1), defaults.counters.slice(1)];
    expect(differences(defaults, { ...defaults, responses })).not.toEqual([]);
    expect(differences(defaults, { ...defaults, logLines: [{}, ...defaults.logLines.slice(1)] })).toHaveLength(1);
    expect(differences(defaults, { ...defaults, counters })).not.toEqual([]);
  });
});
