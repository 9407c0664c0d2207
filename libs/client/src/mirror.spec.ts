import { PetstoreClient, type MirrorChange, type Pet, type PetMirrorStore, type PetstoreError } from './index.ts';
import {
  connectionRefused,
  errorResponse,
  FakeServer,
  jsonResponse,
  eventsOf,
  pageOf,
  settle,
  useFakeTimers,
  type Reaction,
} from './testing/fake-server.ts';

/** A store whose methods are atomic. It records its calls. */
class InMemoryStore implements PetMirrorStore {
  readonly animals = new Map<unknown, Pet>();
  /** `load`, `reset`, and the ids and `isComplete` of each `put`; the ids of deleted animals are negative. */
  readonly calls: unknown[] = [];
  cursor: string | null | undefined;

  /** @param step called before and after the effect of each method; it may throw */
  constructor(private readonly step: () => void = () => undefined) {}

  async load() {
    this.calls.push('load');
    this.step();
    return this.cursor;
  }

  async reset() {
    this.calls.push('reset');
    this.step();
    this.animals.clear();
    this.cursor = undefined;
    this.step();
  }

  async put({ pets, deleted }: MirrorChange, cursor: string, isComplete: boolean) {
    this.calls.push([[...pets.map(({ id }) => id), ...deleted.map((id) => -id)], isComplete]);
    this.step();
    for (const pet of pets) this.animals.set(pet.id, pet);
    for (const id of deleted) this.animals.delete(id);
    this.cursor = cursor;
    this.step();
  }
}

const enough = new Error('enough');

describe('mirror', () => {
  useFakeTimers();

  const changes = (ids: number[], cursor: string) => eventsOf(ids, `/v1/events?cursor=${cursor}`);
  const gone = () => errorResponse(410, 'cursor_gone');

  /** Runs a mirror against these reactions. After the last one, the signal is aborted. */
  async function mirror(store: InMemoryStore, ...reactions: Reaction[]) {
    const controller = new AbortController();
    const end = async () => {
      controller.abort(enough);
      throw enough;
    };
    const service = new FakeServer(...reactions, end);
    const retries: unknown[] = [];
    const onRetry = ({ code }: PetstoreError, delay: number) => retries.push([code, delay]);
    const options = { signal: controller.signal, pollInterval: 5_000, onRetry };
    return { service, retries, error: await settle(service.client().pets.mirror(store, options)) };
  }

  it('takes a cursor, deletes the old copy, walks the list, and then follows the changes', async () => {
    const store = new InMemoryStore();
    const list = [pageOf([1, 2], '/v1/pets?limit=100&cursor=p'), pageOf([3])];
    const { service, error } = await mirror(
      store,
      changes([], 'a'),
      ...list,
      changes([2, 4, -1, 5, -5], 'b'),
      changes([], 'b'),
    );
    expect(error).toBe(enough);
    expect(store.calls).toEqual(['load', 'reset', [[1, 2], false], [[3], true], [[2, 4, -1, -5], true]]);
    expect(service.paths).toEqual([
      '/events?start=latest',
      '/pets?limit=100',
      '/pets?limit=100&cursor=p',
      '/events?limit=100&cursor=a',
      '/events?limit=100&cursor=b',
      '/events?limit=100&cursor=b',
    ]);
    expect(service.times).toEqual([0, 0, 0, 0, 0, 5_000]);
  });

  it('deletes an animal whose cancelled order arrives without it, because somebody has deleted it', async () => {
    const store = new InMemoryStore();
    const event = { type: 'order.cancelled', data: { order: { id: 9, petId: 2, status: 'cancelled' } } };
    const cancelled = jsonResponse(200, JSON.stringify([event]), { Link: '</v1/events?cursor=b>; rel="next"' });
    await mirror(store, changes([], 'a'), pageOf([1, 2]), cancelled);
    expect([...store.animals.keys()]).toEqual([1]);
  });

  it('continues in the middle of the list, then with the changes since the beginning of the walk', async () => {
    const store = new InMemoryStore();
    await mirror(store, changes([], 'a'), pageOf([1, 2], '/v1/pets?cursor=p'));
    const { service } = await mirror(store, pageOf([3]), changes([1], 'b'));
    expect(store.calls).toEqual(['load', 'reset', [[1, 2], false], 'load', [[3], true], [[1], true]]);
    expect(service.paths.slice(0, 2)).toEqual(['/pets?limit=100&cursor=p', '/events?limit=100&cursor=a']);
    const { service: last } = await mirror(store);
    expect(last.paths).toEqual(['/events?limit=100&cursor=b']);
  });

  it('starts again if the cursor is gone, deletes animals that no longer exist, and waits longer each time', async () => {
    const store = new InMemoryStore();
    const round = (...ids: number[]) => [changes([], 'a'), pageOf(ids), gone()];
    const { service, retries } = await mirror(store, ...round(1, 2, 3), ...round(1, 3), ...round(1));
    expect([...store.animals.keys()]).toEqual([1]);
    expect(retries).toEqual([250, 500, 1_000].map((delay) => ['cursor_gone', delay]));
    expect(service.times.filter((_, index) => index % 3 === 0)).toEqual([0, 250, 750, 1750]);
  });

  it('keeps the old copy until the service responds to the new start', async () => {
    const store = new InMemoryStore();
    await mirror(store, changes([], 'a'), pageOf([1]));
    await mirror(store, gone(), connectionRefused(), connectionRefused());
    expect([...store.animals.keys()]).toEqual([1]);
    expect(store.calls.at(-1)).toBe('load');
  });

  it('rejects with the error of any request if that error is not temporary', async () => {
    const steps = [() => changes([], 'a'), () => pageOf([1])];
    for (let succeeded = 0; succeeded <= steps.length; succeeded++) {
      const reactions = steps.slice(0, succeeded).map((response) => response());
      const { error } = await mirror(new InMemoryStore(), ...reactions, errorResponse(401, 'invalid_api_key'));
      expect(error).toMatchObject({ name: 'PetstoreError', status: 401 });
    }
  });

  it.each(['', 'null', '{"events":1}', '{"events":"a","list":1}'])(
    'throws TypeError and sends nothing if load returns %p',
    async (cursor) => {
      const store = new InMemoryStore();
      store.cursor = cursor;
      const { error, service } = await mirror(store);
      expect(error).toEqual(new TypeError('load must return a cursor that mirror has passed to put'));
      expect(service.requests).toEqual([]);
    },
  );
});

describe('a mirror that is killed and resumed', () => {
  const killed = new Error('killed');
  const pageSize = 2;

  /** A fake service with five animals that change: `GET /pets` and `GET /events`, with two animals on a page. */
  class FakeFeed {
    private readonly pets = new Map<number, Pet>();
    private events: { type: string; data: { pet: Pet } }[] = [];
    private timeline = 1;

    /**
     * @param script its next change is executed before each request
     * @param onIdle called when a request for changes gets none and the script is at its end
     */
    constructor(
      private readonly script: ((feed: FakeFeed) => void)[],
      private readonly onIdle: () => void,
    ) {
      for (let id = 1; id <= 5; id++) this.put(id, `Pet ${id}`);
    }

    put(id: number, name: string): void {
      const pet: Pet = { id, name, categoryId: 1, status: 'available' };
      this.pets.set(id, pet);
      this.events.push({ type: 'pet.updated', data: { pet } });
    }

    delete(id: number): void {
      const pet = this.pets.get(id);
      if (!pet) return;
      this.pets.delete(id);
      this.events.push({ type: 'pet.deleted', data: { pet } });
    }

    /** Restores a backup of three animals, which have other names now. Earlier cursors are gone. */
    restore(): void {
      this.pets.clear();
      this.events = [];
      this.timeline++;
      for (let id = 1; id <= 3; id++) this.put(id, `Backup ${id}`);
    }

    get animals(): Pet[] {
      return [...this.pets.values()].sort((a, b) => Number(a.id) - Number(b.id));
    }

    readonly fetch = async (url: string): Promise<Response> => {
      this.script.shift()?.(this);
      const { pathname, searchParams } = new URL(url);
      const cursor = searchParams.get('cursor');
      return pathname.endsWith('/events') ? this.eventsAfter(cursor) : this.listAfter(Number(cursor));
    };

    private listAfter(id: number): Response {
      const rest = this.animals.filter((pet) => Number(pet.id) > id);
      const page = rest.slice(0, pageSize);
      const link = { Link: `<?cursor=${page.at(-1)?.id}>; rel="next"` };
      return jsonResponse(200, JSON.stringify(page), rest.length > pageSize ? link : {});
    }

    private eventsAfter(cursor: string | null): Response {
      const [timeline, position = 0] = (cursor ?? `${this.timeline}.${this.events.length}`).split('.').map(Number);
      if (timeline !== this.timeline) return errorResponse(410, 'cursor_gone');
      const page = this.events.slice(position, position + pageSize);
      if (cursor !== null && page.length === 0 && this.script.length === 0) this.onIdle();
      const link = { Link: `<?cursor=${timeline}.${position + page.length}>; rel="next"` };
      return jsonResponse(200, JSON.stringify(page), link);
    }
  }

  /** Animals before and behind the position of the walk change. */
  const script = (): ((feed: FakeFeed) => void)[] => [
    () => undefined,
    (feed) => feed.put(6, 'Six'),
    (feed) => feed.put(1, 'One'),
    (feed) => feed.put(5, 'Five'),
    (feed) => feed.put(7, 'Seven'),
    (feed) => feed.put(1, 'First'),
    (feed) => feed.delete(3),
    () => undefined,
    (feed) => feed.put(2, 'Two'),
    (feed) => feed.delete(1),
  ];

  /**
   * Runs the mirror until it has all changes. Kills it once.
   * @param killAt index of the step that fails. A step is before and after each request and each effect of a method of the store
   * @param restoreAt index of the request before which the service restores a backup
   */
  async function run(killAt: number, restoreAt: number) {
    let steps = 0;
    let controller = new AbortController();
    let isCaughtUp = false;
    const step = () => {
      if (steps++ !== killAt) return;
      controller.abort(killed);
      throw killed;
    };
    const scriptOfTest = script();
    if (restoreAt < Infinity) scriptOfTest.splice(restoreAt, 0, (feed) => feed.restore());
    const feed = new FakeFeed(scriptOfTest, () => {
      isCaughtUp = true;
      controller.abort(enough);
    });
    const store = new InMemoryStore(step);
    const fetch = (async (url: string) => {
      step();
      const response = await feed.fetch(url);
      step();
      return response;
    }) as typeof globalThis.fetch;
    while (!isCaughtUp) {
      controller = new AbortController();
      const { pets } = new PetstoreClient({ baseUrl: 'http://pets.example/v1', apiKey: 'pets_key', fetch });
      const mirroring = pets.mirror(store, { signal: controller.signal, pollInterval: 1 });
      expect([enough, killed]).toContain(await mirroring.catch((error: unknown) => error));
    }
    const copied = [...store.animals.values()].sort((a, b) => Number(a.id) - Number(b.id));
    return { steps, copied, stored: feed.animals };
  }

  it.each([Infinity, ...script().keys()])(
    'equals the service, whatever step it is killed at; a backup is restored before request %p',
    async (restoreAt) => {
      jest.spyOn(Math, 'random').mockReturnValue(0);
      const { steps } = await run(Infinity, restoreAt);
      expect(steps).toBeGreaterThan(20);
      for (let killAt = 0; killAt <= steps; killAt++) {
        const { copied, stored } = await run(killAt, restoreAt);
        expect({ killAt, copied }).toEqual({ killAt, copied: stored });
      }
    },
  );
});
