import { expectSame, rejectionOf } from '@petstore/kernel/testing';
import { ChangePosition } from '../change-position.ts';
import { CursorGone } from '../pet.errors.ts';
import { NewPet, type Pet } from '../pet.ts';
import type { PetChanges } from '../pet-changes.ts';
import type { PetStatus } from '../pet.value-objects.ts';

/** The store whose changes the feed contains. Each call is one transaction. */
export interface ChangingStore {
  add(...newPets: readonly NewPet[]): Promise<readonly Pet[]>;
  /** Returns the changed pet. */
  setStatus(pet: Pet, status: PetStatus): Promise<Pet>;
  /** Ends the history of changes. */
  startNewHistory(): Promise<void>;
}

type Check = (changes: PetChanges, store: ChangingStore) => Promise<void>;

/** Rules that every PetChanges must follow. Each function gets the feed of an empty store and throws if the rule is violated. */
export const petChangesContract: Record<string, Check> = {
  'returns an empty page, the same position and no delay while nothing changes': async (changes, store) => {
    for (let round = 0; round < 2; round++) {
      const latest = await changes.latestPosition();
      const { pets, next } = await changes.after(latest, 10);
      expectSame([pets.length, next.text, await changes.delay()], [0, latest.text, 0]);
      await store.add(pet('Rex'));
    }
  },

  'returns each change after the position once, page by page, in the order of the changes': async (changes, store) => {
    const before = await store.add(pet('Before'));
    const start = await changes.latestPosition();
    const first = await store.add(...Array.from({ length: 5 }, (_, index) => pet(`Pet ${index}`)));
    const second = await store.add(pet('Last'));
    const expected = [...first, ...second];
    for (const limit of [1, 2, 5, 6, 100]) expectSame(await read(changes, start, limit), snapshots(expected));
    const startOfHistory = new ChangePosition(start.history, '0', '0');
    expectSame(await read(changes, startOfHistory), snapshots([...before, ...expected]));
  },

  'returns a changed pet again, in its current state, and several changes as one': async (changes, store) => {
    const start = await changes.latestPosition();
    const [rex, tom] = await store.add(pet('Rex'), pet('Tom'));
    const pending = await store.setStatus(rex!, 'pending');
    expectSame(await read(changes, start), snapshots([tom!, pending]));
    const latest = await changes.latestPosition();
    await store.setStatus(rex!, 'sold');
    const available = await store.setStatus(rex!, 'available');
    expectSame(await read(changes, latest), snapshots([available]));
  },

  'returns the same page to concurrent readers of one position, each with its own limit': async (changes, store) => {
    const start = await changes.latestPosition();
    const added = snapshots(await store.add(...Array.from({ length: 4 }, (_, index) => pet(`Pet ${index}`))));
    const limits = [1, 3, 3, 10];
    const pages = await Promise.all(limits.map((limit) => changes.after(start, limit)));
    for (const [index, { pets, next }] of pages.entries()) {
      expectSame(snapshots(pets), added.slice(0, limits[index]));
      expectSame(await read(changes, next), added.slice(limits[index]));
    }
  },

  'rejects positions of an ended history, and no others': async (changes, store) => {
    await store.add(pet('Rex'));
    const gone = await changes.latestPosition();
    await store.startNewHistory();
    expectSame((await rejectionOf(changes.after(gone, 10))) instanceof CursorGone, true);
    expectSame(await read(changes, await changes.latestPosition()), []);
  },
};

/** Reads from page to page until a page is empty. Converts each position to text and back, as a cursor does. */
async function read(changes: PetChanges, start: ChangePosition, limit = 10): Promise<unknown[]> {
  const found: Pet[] = [];
  for (let position = start; ;) {
    const { pets, next } = await changes.after(position, limit);
    if (pets.length === 0) return snapshots(found);
    found.push(...pets);
    position = ChangePosition.parse(next.text)!;
  }
}

function snapshots(pets: readonly Pet[]) {
  return pets.map((each) => each.snapshot());
}

function pet(name: string): NewPet {
  return NewPet.of({ name, categoryId: 1 });
}
