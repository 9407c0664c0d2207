import type { EventsQuery, FollowOptions } from './index.ts';
import {
  connectionRefused,
  errorResponse,
  FakeServer,
  jsonResponse,
  eventsOf,
  settle,
  useFakeTimers,
} from './testing/fake-server.ts';

useFakeTimers();

/** Returns a page of the feed: it always has a link to the next page. */
const changes = (ids: number[], cursor: string) => eventsOf(ids, `/v1/events?limit=20&cursor=${cursor}`);

/** Returns the first `count` items of the feed, each as the ids of its animals and its cursor. */
async function take(
  count: number,
  service: FakeServer,
  query?: EventsQuery,
  options?: FollowOptions,
): Promise<unknown[]> {
  const taken: unknown[] = [];
  const feed = service.client().events.follow(query, options);
  while (taken.length < count) {
    const { events, cursor } = (await feed.next()).value;
    taken.push([events.map(({ data }) => data.pet?.id), cursor]);
  }
  return taken;
}

it('first yields the cursor of the present, and then each page of changes', async () => {
  const service = new FakeServer(changes([], 'a'), changes([2, 1], 'b'), changes([3], 'c'));
  expect(await settle(take(3, service))).toEqual([
    [[], 'a'],
    [[2, 1], 'b'],
    [[3], 'c'],
  ]);
  expect(service.paths).toEqual(['/events?start=latest', '/events?cursor=a', '/events?cursor=b']);
});

it('begins with the oldest event if start says so, unless since has a cursor', async () => {
  const service = new FakeServer(changes([1], 'b'), changes([2], 'c'), changes([3], 'd'));
  const taken = await take(2, service, { start: 'oldest' });
  expect(taken).toEqual([
    [[1], 'b'],
    [[2], 'c'],
  ]);
  await take(1, service, { start: 'oldest', since: 'c' });
  expect(service.paths).toEqual(['/events', '/events?cursor=b', '/events?cursor=c']);
});

it('begins with the present if since is null', async () => {
  const service = new FakeServer(changes([], 'b'));
  await take(1, service, { since: null });
  expect(service.paths).toEqual(['/events?start=latest']);
});

it('sends the limit, the animal, the cursor, and each type as a parameter of its own, but no null', async () => {
  const service = new FakeServer(changes([5], 'b'), changes([6], 'c'));
  const filters: EventsQuery = { petId: 2n ** 62n, types: ['pet.deleted', 'order.placed'] };
  await take(1, service, { limit: 100, ...filters, since: 'a b' });
  await take(1, service, { limit: null as never, ...filters, since: 'a' });
  const sent = 'petId=4611686018427387904&type=pet.deleted&type=order.placed';
  expect(service.paths).toEqual([`/events?limit=100&${sent}&cursor=a+b`, `/events?${sent}&cursor=a`]);
});

it.each([
  [undefined, [0, 1000, 2000, 2000]],
  [60_000, [0, 60_000, 120_000, 120_000]],
])('with pollInterval %p polls while there are no changes, and continues at once after changes', async (...test) => {
  const [pollInterval, times] = test;
  const service = new FakeServer(changes([], 'a'), changes([], 'a2'), changes([1], 'b'), changes([2], 'c'));
  // A page without events is yielded if its cursor is new.
  expect(await settle(take(3, service, { since: 'a' }, { pollInterval }))).toEqual([
    [[], 'a2'],
    [[1], 'b'],
    [[2], 'c'],
  ]);
  expect(service.times).toEqual(times);
});

it.each([0, NaN, Infinity, 'fast'])('throws TypeError and sends nothing if pollInterval is %p', async (interval) => {
  const service = new FakeServer();
  const message = `pollInterval must be 1 to 2147483647 milliseconds, not ${interval}`;
  await expect(take(1, service, {}, { pollInterval: interval as number })).rejects.toThrow(new TypeError(message));
  expect(service.requests).toEqual([]);
});

it('survives a restart of the service: it retries until it gets a page', async () => {
  const failures = [connectionRefused(), errorResponse(503, 'service_unavailable'), jsonResponse(502, '<html>')];
  const service = new FakeServer(...failures, ...Array.from({ length: 5 }, connectionRefused), changes([1], 'b'));
  expect(await settle(take(1, service, { since: 'a' }))).toEqual([[[1], 'b']]);
  expect(service.times).toEqual([0, 250, 750, 1750, 3750, 7750, 15_750, 23_750, 31_750]);
});

it.each([
  [410, 'cursor_gone', 'It is cursor_gone.'],
  [401, 'invalid_api_key', 'It is invalid_api_key.'],
  [500, 'internal_error', 'It is internal_error.'],
  [404, 'route_not_found', 'The service has no event log: it is a beta operation, which needs the setting BETA=on.'],
])('throws the error %i %s: %s', async (status, code, message) => {
  const service = new FakeServer(errorResponse(status, code));
  const error = { name: 'PetstoreError', status, code, message, requestId: 'r-1' };
  await expect(take(1, service, { since: 'a' })).rejects.toMatchObject(error);
  expect(service.requests).toHaveLength(1);
});

it.each<[string, Response[]]>([
  ['a page without a link', [eventsOf([1])]],
  ['a page whose link has no cursor', [eventsOf([1], '/v1/events?limit=20')]],
  ['a page with animals and the cursor of the request', [changes([1], 'a')]],
  ['a circle of two pages', [changes([1], 'b'), changes([2], 'a')]],
  ['a circle after a poll', [changes([], 'b'), changes([1], 'c'), changes([2], 'd'), changes([3], 'b')]],
])('refuses %s', async (_, pages) => {
  const service = new FakeServer(...pages);
  const error = await settle(take(pages.length, service, { since: 'a' }));
  expect(error).toMatchObject({ code: 'unexpected_response', status: 200 });
  expect(String(error)).toContain('the links to the next page do not lead to new items');
  expect(service.requests).toHaveLength(pages.length);
});

it('aborting the signal ends the delay between two polls immediately with its reason', async () => {
  const service = new FakeServer(changes([], 'a'));
  const controller = new AbortController();
  const next = service.client().events.follow({ since: 'a' }, { signal: controller.signal }).next();
  const settled = next.catch((error: unknown) => error);
  await jest.advanceTimersByTimeAsync(100);
  controller.abort('enough');
  expect(await settled).toBe('enough');
  expect(service.requests).toHaveLength(1);
});
