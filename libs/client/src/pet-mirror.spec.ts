import { PetstoreClient } from './index.ts';
import { FakePetFeed } from './testing/fake-pet-feed.ts';
import {
  connectionRefused,
  errorResponse,
  FakeServer,
  fakeTimers,
  petPage,
  runTimersAndSettle,
  type Reaction,
} from './testing/fake-server.ts';
import { InMemoryMirrorStore } from './testing/in-memory-mirror-store.ts';

const changes = (ids: number[], cursor: string) => petPage(ids, `/v1/pets/changes?cursor=${cursor}`);

const petsUrl = 'http://pets.example/v1/pets';
const urlsOf = ({ requests }: FakeServer) => requests.map(({ url }) => url.slice(petsUrl.length));

const enough = new Error('enough');

/** Runs a mirror against these reactions. After the last one, the signal is aborted. */
async function mirror(store: InMemoryMirrorStore, ...reactions: Reaction[]) {
  const controller = new AbortController();
  const end = async () => {
    controller.abort(enough);
    throw enough;
  };
  const service = new FakeServer(...reactions, end);
  const error = await runTimersAndSettle(service.client().pets.mirror(store, { signal: controller.signal }));
  return { service, error };
}

describe('mirror', () => {
  beforeEach(() => {
    fakeTimers();
    jest.spyOn(Math, 'random').mockReturnValue(1);
  });

  afterEach(() => {
    expect(jest.getTimerCount()).toBe(0);
    jest.useRealTimers();
  });

  it('takes a cursor, deletes the old copy, walks the list, and then follows the changes', async () => {
    const store = new InMemoryMirrorStore();
    const list = [petPage([1, 2], '/v1/pets?limit=100&cursor=p'), petPage([3])];
    const { service, error } = await mirror(store, changes([], 'a'), ...list, changes([2, 4], 'b'));
    expect(error).toBe(enough);
    expect(store.calls).toEqual(['load', 'reset', [[1, 2], false], [[3], true], [[2, 4], true]]);
    expect(urlsOf(service)).toEqual([
      '/changes',
      '?limit=100',
      '?limit=100&cursor=p',
      '/changes?limit=100&cursor=a&wait=20',
      '/changes?limit=100&cursor=b&wait=20',
    ]);
  });

  it('puts a cursor also if there are no animals', async () => {
    const store = new InMemoryMirrorStore();
    await mirror(store, changes([], 'a'), petPage([]));
    expect(store.calls).toEqual(['load', 'reset', [[], true]]);
    const { service } = await mirror(store);
    expect(urlsOf(service)).toEqual(['/changes?limit=100&cursor=a&wait=20']);
  });

  it('continues in the middle of the list, and then with the changes since the beginning of the walk', async () => {
    const store = new InMemoryMirrorStore();
    await mirror(store, changes([], 'a'), petPage([1, 2], '/v1/pets?cursor=p'));
    const { service } = await mirror(store, petPage([3]));
    expect(store.calls).toEqual(['load', 'reset', [[1, 2], false], 'load', [[3], true]]);
    expect(urlsOf(service)).toEqual(['?limit=100&cursor=p', '/changes?limit=100&cursor=a&wait=20']);
  });

  it('continues after the last changes', async () => {
    const store = new InMemoryMirrorStore();
    await mirror(store, changes([], 'a'), petPage([1]), changes([1], 'b'));
    const { service } = await mirror(store, changes([2], 'c'));
    expect(urlsOf(service)).toEqual(['/changes?limit=100&cursor=b&wait=20', '/changes?limit=100&cursor=c&wait=20']);
    expect(store.calls.slice(-2)).toEqual(['load', [[2], true]]);
  });

  it('starts again if the cursor is gone, and deletes animals that no longer exist', async () => {
    const store = new InMemoryMirrorStore();
    const first = [changes([], 'a'), petPage([1, 2, 3]), errorResponse(410, 'cursor_gone')];
    const { service } = await mirror(store, ...first, changes([], 'z'), petPage([1, 3]), changes([4], 'y'));
    expect([...store.sorted.keys()]).toEqual([1, 3, 4]);
    expect(urlsOf(service).slice(3)).toEqual([
      '/changes',
      '?limit=100',
      '/changes?limit=100&cursor=z&wait=20',
      '/changes?limit=100&cursor=y&wait=20',
    ]);
    expect(service.times).toEqual([0, 0, 0, 250, 250, 250, 250]);
  });

  it('waits longer before each start if the cursor is gone immediately', async () => {
    const round = () => [changes([], 'a'), petPage([1]), errorResponse(410, 'cursor_gone')];
    const { service } = await mirror(new InMemoryMirrorStore(), ...round(), ...round(), ...round());
    expect(service.times.filter((_, index) => index % 3 === 0)).toEqual([0, 250, 750, 1750]);
  });

  it('keeps the old copy until the service responds to the new start', async () => {
    const store = new InMemoryMirrorStore();
    await mirror(store, changes([], 'a'), petPage([1]));
    await mirror(store, errorResponse(410, 'cursor_gone'), connectionRefused(), connectionRefused());
    expect([...store.animals.keys()]).toEqual([1]);
    expect(store.calls.at(-1)).toBe('load');
  });

  it('retries each request of the recipe until it succeeds', async () => {
    const refusals = () => Array.from({ length: 6 }, connectionRefused);
    const store = new InMemoryMirrorStore();
    const list = [petPage([1], '/v1/pets?cursor=p'), ...refusals(), petPage([2])];
    await mirror(store, ...refusals(), changes([], 'a'), ...list, ...refusals(), changes([3], 'b'));
    expect(store.calls).toEqual(['load', 'reset', [[1], false], [[2], true], [[3], true]]);
  });

  it.each([
    [401, 'invalid_api_key'],
    [403, 'read_only_key'],
    [404, 'pet_not_found'],
    [500, 'internal_error'],
  ])('rejects with the error %i %s of each request', async (status, code) => {
    const steps = [() => changes([], 'a'), () => petPage([1])];
    for (let succeeded = 0; succeeded <= steps.length; succeeded++) {
      const reactions = steps.slice(0, succeeded).map((response) => response());
      const { error, service } = await mirror(new InMemoryMirrorStore(), ...reactions, errorResponse(status, code));
      expect(error).toMatchObject({ name: 'PetstoreError', status, code });
      expect(service.requests).toHaveLength(succeeded + 1);
    }
  });

  it('has the wait of the caller', async () => {
    const service = new FakeServer(errorResponse(401, 'invalid_api_key'));
    const store = new InMemoryMirrorStore();
    store.cursor = '{"changes":"a"}';
    await runTimersAndSettle(service.client().pets.mirror(store, { wait: 5 }));
    expect(urlsOf(service)).toEqual(['/changes?limit=100&cursor=a&wait=5']);
  });

  it('accepts null for no cursor, because databases return it', async () => {
    const store = new InMemoryMirrorStore();
    jest.spyOn(store, 'load').mockResolvedValue(null as never);
    const { service } = await mirror(store);
    expect(urlsOf(service)).toEqual(['/changes']);
  });

  it.each(['', 'a', '{}', 'null', '1', '"a"', '{"changes":1}', '{"changes":"a","list":1}'])(
    'throws TypeError and sends nothing if load returns %p',
    async (cursor) => {
      const store = new InMemoryMirrorStore();
      store.cursor = cursor;
      const { error, service } = await mirror(store);
      expect(error).toEqual(new TypeError('load must return a cursor that mirror has passed to put'));
      expect(service.requests).toEqual([]);
    },
  );
});

describe('a mirror that is killed and resumed', () => {
  const killed = new Error('killed');

  /** Creates, changes and deletes nothing: animals before and behind the position of the walk change. */
  const script = (): ((feed: FakePetFeed) => void)[] => [
    () => undefined,
    (feed) => feed.put({ id: 6, name: 'Six', categoryId: 1, status: 'available' }),
    (feed) => feed.put({ id: 1, name: 'Pet 1', categoryId: 1, status: 'pending' }),
    (feed) => feed.put({ id: 5, name: 'Five', categoryId: 2, status: 'available' }),
    (feed) => feed.put({ id: 7, name: 'Seven', categoryId: 1, status: 'available' }),
    (feed) => feed.put({ id: 1, name: 'Pet 1', categoryId: 1, status: 'sold' }),
    () => undefined,
    (feed) => feed.put({ id: 2, name: 'Two', categoryId: 1, status: 'sold' }),
  ];

  interface Outcome {
    readonly feed: FakePetFeed;
    readonly store: InMemoryMirrorStore;
    readonly steps: number;
  }

  /**
   * Runs the mirror until it has all changes. Kills it once.
   * @param killAt index of the step: before and after each request, and before and after the effect of each method of the store
   * @param restoreAt index of the request before which the service restores a backup
   */
  async function run(killAt: number, restoreAt: number): Promise<Outcome> {
    let steps = 0;
    let controller = new AbortController();
    let isCaughtUp = false;
    const step = () => {
      if (steps++ !== killAt) return;
      controller.abort(killed);
      throw killed;
    };
    const changesOfTest = script();
    if (restoreAt < Infinity) changesOfTest.splice(restoreAt, 0, (feed) => feed.restore());
    const feed = new FakePetFeed(changesOfTest, () => {
      isCaughtUp = true;
      controller.abort(enough);
    });
    const store = new InMemoryMirrorStore(step);
    const fetch: typeof globalThis.fetch = async (...request) => {
      step();
      const response = await feed.fetch(...request);
      step();
      return response;
    };
    while (!isCaughtUp) {
      controller = new AbortController();
      const { pets } = new PetstoreClient({ baseUrl: 'http://pets.example/v1', apiKey: 'pets_key', fetch });
      const error = await pets.mirror(store, { signal: controller.signal }).catch((reason: unknown) => reason);
      expect([enough, killed]).toContain(error);
    }
    return { feed, store, steps };
  }

  beforeEach(() => {
    jest.spyOn(Math, 'random').mockReturnValue(0);
  });

  it.each([Infinity, ...script().keys()])(
    'equals the service, whatever step it is killed at; a backup is restored before request %p',
    async (restoreAt) => {
      const { steps, feed, store } = await run(Infinity, restoreAt);
      expect(store.sorted).toEqual(feed.animals);
      expect(steps).toBeGreaterThan(20);
      for (let killAt = 0; killAt < steps; killAt++) {
        const outcome = await run(killAt, restoreAt);
        expect(outcome.steps).toBeGreaterThan(killAt);
        expect({ killAt, animals: outcome.store.sorted }).toEqual({ killAt, animals: outcome.feed.animals });
      }
    },
  );
});
