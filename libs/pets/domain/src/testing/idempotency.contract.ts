import { IdempotencyKey, IdempotencyMismatch } from '@petstore/kernel';
import { expectSame } from '@petstore/kernel/testing';
import { NewPet } from '../pet.ts';
import type { PetRepository } from '../pet.repository.ts';

/** Advances the time of the repository by milliseconds. */
type AdvanceTime = (milliseconds: number) => Promise<void>;

const rex = NewPet.parse({ name: 'Rex', categoryId: 7 });
const tom = NewPet.parse({ name: 'Tom', categoryId: 7 });
const key = IdempotencyKey.of('a-key', 'mine');
const minute = 60_000;

/**
 * Rules that every PetRepository must follow for creates with an idempotency key. Each function gets an empty repository and
 * a function that advances its time, and throws if the rule is violated.
 */
export const idempotencyContract: Record<string, (pets: PetRepository, advanceTime: AdvanceTime) => Promise<void>> = {
  'addOnce adds a pet as add does': async (pets) => {
    const added = (await pets.addOnce(rex, key)).snapshot();
    expectSame(added, { id: added.id, name: 'Rex', categoryId: '7', status: 'available' });
    expectSame(await listAll(pets), [added]);
  },

  'returns the same pet for every repeated create, and adds no other': async (pets) => {
    const added = (await pets.addOnce(rex, key)).snapshot();
    for (const status of [undefined, 'available']) {
      const repeated = NewPet.parse({ name: 'Rex', categoryId: 7n, status });
      expectSame((await pets.addOnce(repeated, IdempotencyKey.of(key.text, key.owner))).snapshot(), added);
    }
    expectSame(await listAll(pets), [added]);
  },

  'refuses the key for another NewPet, and keeps the first pet': async (pets) => {
    const added = (await pets.addOnce(rex, key)).snapshot();
    const otherCategory = NewPet.parse({ name: 'Rex', categoryId: 8 });
    const otherStatus = NewPet.parse({ name: 'Rex', categoryId: 7, status: 'sold' });
    for (const other of [tom, otherCategory, otherStatus]) {
      const adding = pets.addOnce(other, key);
      expectSame(await adding.catch((error: Error) => error.name), IdempotencyMismatch.name);
    }
    expectSame((await pets.addOnce(rex, key)).snapshot(), added);
    expectSame(await listAll(pets), [added]);
  },

  'distinguishes keys by every character and by the owner': async (pets) => {
    const others = [
      IdempotencyKey.of('A-key', 'mine'),
      IdempotencyKey.of('a-key', 'yours'),
      IdempotencyKey.of('ea-key', 'min'),
    ];
    const added = [];
    for (const each of [key, ...others]) added.push((await pets.addOnce(tom, each)).snapshot());
    expectSame(new Set(added.map(({ id }) => id)).size, 4);
    expectSame(await listAll(pets), added);
  },

  'adds one pet for 50 concurrent creates with equal NewPets': async (pets) => {
    const added = await Promise.all(Array.from({ length: 50 }, () => pets.addOnce(rex, key)));
    const [first, ...others] = added.map((pet) => pet.snapshot());
    for (const other of others) expectSame(other, first);
    expectSame(await listAll(pets), [first]);
  },

  'adds one pet for 20 concurrent creates with two different NewPets, and refuses the creates with the other NewPet':
    async (pets) => {
      const newPets = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? rex : tom));
      const outcomes = await Promise.allSettled(newPets.map((newPet) => pets.addOnce(newPet, key)));
      const added = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value.snapshot()] : []));
      expectSame(added.length, 10);
      for (const each of added) expectSame(each, added[0]);
      expectSame(await listAll(pets), [added[0]]);
    },

  'stores a key for 24 hours after the first create, and not longer': async (pets, advanceTime) => {
    const first = (await pets.addOnce(rex, key)).snapshot();
    await advanceTime(IdempotencyKey.lifetime - minute);
    expectSame((await pets.addOnce(rex, key)).snapshot(), first);
    await advanceTime(2 * minute);
    const second = (await pets.addOnce(tom, key)).snapshot();
    expectSame((await pets.addOnce(tom, key)).snapshot(), second);
    expectSame(await listAll(pets), [first, second]);
  },
};

async function listAll(pets: PetRepository) {
  return (await pets.list({ limit: 100 })).map((pet) => pet.snapshot());
}
