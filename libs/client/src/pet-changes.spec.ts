import { type PetChanges, type PetChangesQuery } from './index.ts';
import {
  connectionRefused,
  errorResponse,
  FakeServer,
  fakeTimers,
  jsonResponse,
  petPage,
  runTimersAndSettle,
  type Reaction,
} from './testing/fake-server.ts';

const feedUrl = 'http://pets.example/v1/pets/changes';

/** Returns a page of the feed: it always has a link to the next page. */
const changes = (ids: number[], cursor: string) => petPage(ids, `/v1/pets/changes?limit=20&cursor=${cursor}`);

const enough = new Error('enough');

/** Takes this number of items of the feed, with the animals as ids. */
async function take(count: number, service: FakeServer, query?: PetChangesQuery): Promise<unknown[]> {
  const taken: unknown[] = [];
  const feed = service.client().pets.changes(query);
  while (taken.length < count) taken.push(summary((await feed.next()).value));
  await feed.return(undefined as never);
  return taken;
}

const summary = ({ pets, cursor }: PetChanges) => [pets.map(({ id }) => id), cursor];

const urlsOf = ({ requests }: FakeServer) => requests.map(({ url }) => url);

beforeEach(() => {
  fakeTimers();
  jest.spyOn(Math, 'random').mockReturnValue(1);
});

afterEach(() => {
  expect(jest.getTimerCount()).toBe(0);
  jest.useRealTimers();
});

it('first yields the cursor of the present, without waiting, and then each page of changes', async () => {
  const service = new FakeServer(changes([], 'a'), changes([2, 1], 'b'), changes([3], 'c'));
  expect(await take(3, service)).toEqual([
    [[], 'a'],
    [[2, 1], 'b'],
    [[3], 'c'],
  ]);
  expect(urlsOf(service)).toEqual([feedUrl, `${feedUrl}?cursor=a&wait=20`, `${feedUrl}?cursor=b&wait=20`]);
});

it('continues after a cursor, with the limit and the wait of the caller', async () => {
  const service = new FakeServer(changes([5], 'b'));
  expect(await take(1, service, { since: 'a b', limit: 100, wait: 30 })).toEqual([[[5], 'b']]);
  expect(urlsOf(service)).toEqual([`${feedUrl}?limit=100&cursor=a+b&wait=30`]);
});

it('requests a page only when the iteration needs it', async () => {
  const service = new FakeServer(changes([1], 'b'));
  const feed = service.client().pets.changes({ since: 'a' });
  expect(service.requests).toHaveLength(0);
  for await (const { cursor } of feed) {
    expect(cursor).toBe('b');
    break;
  }
  expect(service.requests).toHaveLength(1);
});

it('yields integers exactly', async () => {
  const pet = '{"id":9223372036854775807,"name":"Rex","categoryId":-9007199254740993,"status":"sold"}';
  const service = new FakeServer(jsonResponse(200, `[${pet}]`, { Link: '<?cursor=b>; rel="next"' }));
  const { value } = await service.client().pets.changes({ since: 'a' }).next();
  expect(value.pets).toEqual([
    { id: 9223372036854775807n, name: 'Rex', categoryId: -9007199254740993n, status: 'sold' },
  ]);
});

it('yields nothing for an empty page with the same cursor, and a new cursor without animals', async () => {
  const service = new FakeServer(changes([], 'a'), changes([], 'a2'), changes([1], 'b'));
  const taken = take(2, service, { since: 'a' });
  expect(await runTimersAndSettle(taken)).toEqual([
    [[], 'a2'],
    [[1], 'b'],
  ]);
});

describe('a restart of the service', () => {
  it.each<[string, () => Reaction]>([
    ['a refused connection', connectionRefused],
    ['service_unavailable', () => errorResponse(503, 'service_unavailable')],
    ["a proxy's 502", () => jsonResponse(502, '<html>')],
    ["a proxy's 504", () => jsonResponse(504, '<html>')],
  ])('does not end the iterator: it retries after %s until it gets a page', async (_, reaction) => {
    const service = new FakeServer(...Array.from({ length: 8 }, reaction), changes([1], 'b'));
    const taken = take(1, service, { since: 'a' });
    expect(await runTimersAndSettle(taken)).toEqual([[[1], 'b']]);
    expect(service.times).toEqual([0, 250, 750, 1750, 3750, 7750, 15_750, 23_750, 31_750]);
    expect(new Set(urlsOf(service))).toEqual(new Set([`${feedUrl}?cursor=a&wait=20`]));
  });

  it('is survived with the option `retries: 0` too', async () => {
    const service = new FakeServer(connectionRefused(), changes([1], 'b'));
    const next = service.client({ retries: 0 }).pets.changes({ since: 'a' }).next();
    expect(await runTimersAndSettle(next)).toMatchObject({ value: { cursor: 'b' } });
  });

  it.each([
    ['90', 90_250],
    ['7200', 3_600_250],
    ['99999999999', 3_600_250],
  ])('waits for Retry-After %s, but at most an hour', async (retryAfter, time) => {
    const unavailable = errorResponse(503, 'service_unavailable', { 'Retry-After': retryAfter });
    const service = new FakeServer(unavailable, changes([1], 'b'));
    expect(await runTimersAndSettle(take(1, service, { since: 'a' }))).toEqual([[[1], 'b']]);
    expect(service.times).toEqual([0, time]);
  });

  it('which ends a wait early with an empty page does not cause requests without a pause', async () => {
    const early = () => changes([], 'a');
    const service = new FakeServer(early(), early(), early(), connectionRefused(), changes([1], 'b'));
    expect(await runTimersAndSettle(take(1, service, { since: 'a' }))).toEqual([[[1], 'b']]);
    expect(service.times).toEqual([0, 250, 750, 1750, 2000]);
  });
});

it('requests the next page immediately after a wait of the full time', async () => {
  const full = async () => {
    await jest.advanceTimersByTimeAsync(20_000);
    return changes([], 'a');
  };
  const service = new FakeServer(full, full, changes([1], 'b'));
  expect(await take(1, service, { since: 'a' })).toEqual([[[1], 'b']]);
  expect(service.times).toEqual([0, 20_000, 40_000]);
});

it.each([
  [{ timeout: 1000 }, 5, 6000],
  [{}, undefined, 30_000],
  [{ timeout: 2 ** 31 - 1 }, 30, 2 ** 31 - 1],
])('adds the wait to the timeout of an attempt: options %p, wait %p', async (options, wait, timeout) => {
  const service = new FakeServer('no response', changes([1], 'b'));
  const feed = service.client(options).pets.changes({ since: 'a', wait });
  expect(await runTimersAndSettle(feed.next())).toMatchObject({ value: { cursor: 'b' } });
  expect(service.times).toEqual([0, timeout + 250]);
});

it.each([
  [410, 'cursor_gone'],
  [404, 'pet_not_found'],
  [400, 'invalid_parameter'],
  [401, 'invalid_api_key'],
  [403, 'read_only_key'],
  [500, 'internal_error'],
])('throws the error %i %s', async (status, code) => {
  const service = new FakeServer(errorResponse(status, code));
  await expect(take(1, service, { since: 'a' })).rejects.toMatchObject({ name: 'PetstoreError', status, code });
  expect(service.requests).toHaveLength(1);
});

it.each<[string, Response]>([
  ['without a link', petPage([1])],
  ['whose link has no cursor', petPage([1], '/v1/pets/changes?limit=20')],
  ['whose link has an empty cursor', petPage([1], '/v1/pets/changes?cursor=')],
  ['with animals and the cursor of the request', changes([1], 'a')],
])('rejects a page %s', async (_, page) => {
  const taking = take(1, new FakeServer(page), { since: 'a' });
  await expect(taking).rejects.toMatchObject({ code: 'unexpected_response', status: 200 });
  await expect(taking).rejects.toThrow('its link to the next page has no new cursor');
});

it.each(['{}', '[1]', '<html>'])('rejects the page %p', async (text) => {
  const service = new FakeServer(jsonResponse(200, text, { Link: '<?cursor=b>; rel="next"' }));
  await expect(take(1, service)).rejects.toMatchObject({ code: 'unexpected_response', status: 200 });
});

it.each([0, -1, 1.5, NaN, Infinity, '5'])('throws TypeError and sends nothing if wait is %p', async (wait) => {
  const service = new FakeServer();
  const taking = take(1, service, { wait: wait as number });
  await expect(taking).rejects.toThrow(new TypeError(`wait must be a positive integer, not ${wait}`));
  expect(service.requests).toEqual([]);
});

describe('aborting the signal', () => {
  it.each<[string, Reaction]>([
    ['a request', 'no response'],
    ['the delay before a retry', errorResponse(503, 'service_unavailable', { 'Retry-After': '50' })],
    ['the delay after an early empty page', changes([], 'a')],
  ])('ends %s immediately with its reason', async (_, reaction) => {
    const service = new FakeServer(reaction);
    const controller = new AbortController();
    const next = service.client().pets.changes({ since: 'a', signal: controller.signal }).next();
    const settled = next.catch((error: unknown) => error);
    await jest.advanceTimersByTimeAsync(100);
    controller.abort(enough);
    expect(await settled).toBe(enough);
    expect(service.requests).toHaveLength(1);
  });
});
