import { expectSame } from '@petstore/kernel/testing';
import { ChangePosition } from '../change-position.ts';
import { CursorGone } from '../pet.errors.ts';
import { NewPet } from '../pet.ts';
import type { PetChanges } from '../pet-changes.ts';
import type { Pet } from '../pet.ts';
import type { PetStatusValue } from '../pet-status.ts';

/** The store whose changes the feed contains. Each call is one transaction. */
export interface ChangingStore {
  add(...newPets: readonly NewPet[]): Promise<readonly Pet[]>;
  /** Returns the changed pet. */
  setStatus(pet: Pet, status: PetStatusValue): Promise<Pet>;
  /** Ends the history of changes. */
  startNewHistory(): Promise<void>;
}

type Check = (changes: PetChanges, store: ChangingStore) => Promise<void>;

/** Rules that every PetChanges must follow. Each function gets the feed of an empty store and throws if the rule is violated. */
export const petChangesContract: Record<string, Check> = {
  'returns an empty page and the same position while nothing changes': async (changes, store) => {
    for (let round = 0; round < 2; round++) {
      const present = await changes.present();
      const { pets, next } = await changes.after(present, 10);
      expectSame([pets.length, next.text], [0, present.text]);
      await store.add(pet('Rex'));
    }
  },

  'returns only changes after the position': async (changes, store) => {
    await store.add(pet('Before'));
    const present = await changes.present();
    const [rex] = await store.add(pet('Rex'));
    expectSame(await read(changes, present), [rex!.snapshot()]);
  },

  'returns each change once, page by page, in the order of the changes': async (changes, store) => {
    const start = await changes.present();
    const first = await store.add(...Array.from({ length: 5 }, (_, index) => pet(`Pet ${index}`)));
    const second = await store.add(pet('Last'));
    const expected = [...first, ...second].map((added) => added.snapshot());
    for (const limit of [1, 2, 5, 6, 100]) expectSame(await read(changes, start, limit), expected);
  },

  'returns a changed pet again, in its current state, and several changes as one': async (changes, store) => {
    const start = await changes.present();
    const [rex, tom] = await store.add(pet('Rex'), pet('Tom'));
    const pending = await store.setStatus(rex!, 'pending');
    expectSame(await read(changes, start), [tom!.snapshot(), pending.snapshot()]);
    const present = await changes.present();
    await store.setStatus(rex!, 'sold');
    const available = await store.setStatus(rex!, 'available');
    expectSame(await read(changes, present), [available.snapshot()]);
  },

  'returns from the start of the history what the store contains': async (changes, store) => {
    const start = ChangePosition.restore((await changes.present()).history, '0', '0');
    const [rex] = await store.add(pet('Rex'));
    expectSame(await read(changes, start), [rex!.snapshot()]);
  },

  'accepts each position after a conversion to text': async (changes, store) => {
    const start = ChangePosition.parse((await changes.present()).text)!;
    const [rex, tom] = await store.add(pet('Rex'), pet('Tom'));
    const { pets, next } = await changes.after(start, 1);
    expectSame([pets.length, pets[0]!.snapshot()], [1, rex!.snapshot()]);
    expectSame(await read(changes, ChangePosition.parse(next.text)!), [tom!.snapshot()]);
  },

  'returns the same page to concurrent readers of one position, each with its own limit': async (changes, store) => {
    const start = await changes.present();
    const added = await store.add(...Array.from({ length: 4 }, (_, index) => pet(`Pet ${index}`)));
    const limits = [1, 3, 3, 10];
    const pages = await Promise.all(limits.map((limit) => changes.after(start, limit)));
    for (const [index, { pets, next }] of pages.entries()) {
      const count = Math.min(limits[index]!, 4);
      expectSame(
        pets.map((changed) => changed.snapshot()),
        added.slice(0, count).map((changed) => changed.snapshot()),
      );
      expectSame(
        await read(changes, next),
        added.slice(count).map((changed) => changed.snapshot()),
      );
    }
  },

  'rejects positions of an ended history, and no others': async (changes, store) => {
    await store.add(pet('Rex'));
    const gone = await changes.present();
    await store.startNewHistory();
    const [rejected, page] = await Promise.allSettled([
      changes.after(gone, 10),
      changes.present().then((present) => changes.after(present, 10)),
    ]);
    expectSame(rejected.status === 'rejected' && rejected.reason instanceof CursorGone, true);
    expectSame(page.status, 'fulfilled');
  },

  'reports no delay if no transaction runs': async (changes, store) => {
    await store.add(pet('Rex'));
    expectSame(await changes.delay(), 0);
  },
};

/** Reads from page to page until a page is empty. */
async function read(changes: PetChanges, start: ChangePosition, limit = 10): Promise<unknown[]> {
  const found: unknown[] = [];
  for (let position = start; ;) {
    const { pets, next } = await changes.after(position, limit);
    if (pets.length === 0) return found;
    found.push(...pets.map((changed) => changed.snapshot()));
    position = next;
  }
}

function pet(name: string): NewPet {
  return NewPet.parse({ name, categoryId: 1 });
}
