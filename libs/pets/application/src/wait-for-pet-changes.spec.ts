import { Deadline, PageLimit } from '@petstore/kernel';
import { CursorGone, NewPet, type ChangePosition } from '@petstore/pets-domain';
import { FakeTicker, InMemoryPetChanges, InMemoryPetRepository } from '@petstore/pets-domain/testing';
import { ChangeWait } from './change-wait.ts';
import { ListPetChanges } from './list-pet-changes.ts';
import { PetChangesWatch, type ChangesWait } from './pet-changes-watch.ts';
import { WaitForPetChanges, type WaitingCaller } from './wait-for-pet-changes.ts';

let changes: InMemoryPetChanges;
let pets: InMemoryPetRepository;
let ticker: FakeTicker;
let watch: PetChangesWatch;
let waitForPetChanges: WaitForPetChanges;
let reads: jest.SpyInstance;
let polls: jest.SpyInstance;
let start: ChangePosition;

beforeEach(async () => {
  changes = new InMemoryPetChanges();
  pets = new InMemoryPetRepository(changes);
  ticker = new FakeTicker();
  watch = new PetChangesWatch(changes, ticker);
  waitForPetChanges = new WaitForPetChanges(new ListPetChanges(changes), watch);
  start = await changes.present();
  reads = jest.spyOn(changes, 'after');
  polls = jest.spyOn(changes, 'present');
});

/** A caller whose waits the test can end. */
class TestCaller implements WaitingCaller {
  readonly deadline = new Deadline(2_300);
  waits: ChangesWait[] = [];

  hold(wait: ChangesWait): Promise<boolean> {
    this.waits.push(wait);
    return wait.ended;
  }
}

/** The names of the pets in the answer of a request; undefined while it waits. */
interface Pending {
  readonly caller: TestCaller;
  names?: string[];
  next?: ChangePosition;
  error?: unknown;
}

/** Starts a request. Returns when it waits or has its answer. */
async function request(after: ChangePosition, seconds = 30): Promise<Pending> {
  const caller = new TestCaller();
  const pending: Pending = { caller };
  waitForPetChanges.execute({ after, limit: PageLimit.of(2), wait: ChangeWait.of(seconds) }, caller).then(
    (page) => {
      pending.names = page.pets.map((pet) => pet.snapshot().name);
      pending.next = page.next;
    },
    (error: unknown) => (pending.error = error),
  );
  await ticker.advance(0);
  await new Promise(setImmediate);
  return pending;
}

const add = (name: string) => pets.add(NewPet.parse({ name, categoryId: 1 }));

it('returns a page that is not empty without a wait', async () => {
  await add('Rex');
  expect(await request(start)).toMatchObject({ names: ['Rex'], caller: { waits: [] } });
  expect(ticker.running).toBe(0);
});

it('returns the change within a second of its commit', async () => {
  const pending = await request(start);
  await ticker.advance(950);
  await add('Rex');
  expect(pending.names).toBeUndefined();
  await ticker.advance(1_000);
  expect(pending).toMatchObject({ names: ['Rex'] });
  expect(pending.next?.text).toBe((await changes.present()).text);
});

it('returns an empty page and the position of the request when the time is over', async () => {
  const pending = await request(start, 2);
  await ticker.advance(1_900);
  expect(pending.names).toBeUndefined();
  await ticker.advance(100);
  expect(pending).toMatchObject({ names: [], next: start });
  expect(reads).toHaveBeenCalledTimes(1);
});

it('polls once a second for all waits, reads the feed once for each, and stops with the last', async () => {
  const pending = await Promise.all([request(start, 5), request(start, 5), request(start, 5)]);
  await ticker.advance(4_950);
  expect(polls).toHaveBeenCalledTimes(4);
  await ticker.advance(50);
  expect(pending.map(({ names }) => names)).toEqual([[], [], []]);
  expect([ticker.running, watch.size]).toEqual([0, 0]);
  await ticker.advance(5_000);
  expect(polls).toHaveBeenCalledTimes(4);
});

it('needs no statement for a client that waits again at the position that the poll has found', async () => {
  await request(start);
  reads.mockClear();
  const second = await request(start, 1);
  await ticker.advance(1_000);
  expect(second.names).toEqual([]);
  const third = await request(second.next!);
  expect(third.caller.waits).toHaveLength(1);
  expect(reads).not.toHaveBeenCalled();
  await add('Rex');
  await ticker.advance(1_000);
  expect(third.names).toEqual(['Rex']);
});

it('reads the feed immediately for a client whose position is before that of other waits', async () => {
  await add('Rex');
  const waiting = await request(await changes.present());
  expect((await request(start)).names).toEqual(['Rex']);
  expect(waiting.names).toBeUndefined();
});

it('ends the waits at every position before the change', async () => {
  const first = await request(start);
  await add('Rex');
  const second = await request(await changes.present());
  await add('Tom');
  await ticker.advance(1_000);
  expect([first.names, second.names]).toEqual([['Rex', 'Tom'], ['Tom']]);
});

it('ends a wait with CursorGone if the history ends', async () => {
  const pending = await request(start);
  changes.startNewHistory();
  await ticker.advance(1_000);
  expect(pending.error).toBeInstanceOf(CursorGone);
});

it('returns an empty page at once, without a read, when the caller ends the wait', async () => {
  const [pending, other] = [await request(start), await request(start)];
  reads.mockClear();
  pending.caller.waits[0]!.end();
  await ticker.advance(0);
  await new Promise(setImmediate);
  expect(pending).toMatchObject({ names: [], next: start });
  expect(watch.size).toBe(1);
  expect(reads).not.toHaveBeenCalled();
  other.caller.waits[0]!.end();
  expect([ticker.running, watch.size]).toEqual([0, 0]);
});

it('continues to wait when polls fail, and returns the change after the recovery', async () => {
  const pending = await request(start);
  polls.mockRejectedValueOnce(new Error('down')).mockRejectedValueOnce(new Error('down'));
  await ticker.advance(2_000);
  await add('Rex');
  expect(pending.names).toBeUndefined();
  await ticker.advance(1_000);
  expect(pending.names).toEqual(['Rex']);
});

it('reads the feed for a new client after a failed poll, so that the client gets the error of the database', async () => {
  await request(start);
  polls.mockRejectedValueOnce(new Error('down'));
  await ticker.advance(1_000);
  reads.mockRejectedValueOnce(new Error('down'));
  expect((await request(start)).error).toEqual(new Error('down'));
});

it('does not start a second poll while one runs, and ends the waits in time', async () => {
  const pending = await request(start, 3);
  polls.mockReturnValueOnce(new Promise(() => undefined));
  await ticker.advance(3_000);
  expect(polls).toHaveBeenCalledTimes(1);
  expect(pending.names).toEqual([]);
});

it('passes the deadline of the caller at the time of each read', async () => {
  const pending = await request(start);
  Object.assign(pending.caller, { deadline: new Deadline(9_000) });
  await add('Rex');
  await ticker.advance(1_000);
  expect(reads.mock.calls.map(([, , deadline]) => (deadline as Deadline).at)).toEqual([2_300, 9_000]);
});
