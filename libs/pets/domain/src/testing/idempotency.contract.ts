import { IdempotencyKey } from '../idempotency-key.ts';
import { NewPet } from '../new-pet.ts';
import { IdempotencyMismatch } from '../pet.errors.ts';
import type { PetRepository } from '../pet.repository.ts';
import { expectSame } from './expect-same.ts';

type LetPass = (milliseconds: number) => Promise<void>;

const rex = NewPet.of({ name: 'Rex', categoryId: 7 });
const tom = NewPet.of({ name: 'Tom', categoryId: 7 });
const key = IdempotencyKey.of('a-key', 'mine');
const minute = 60_000;

/** What every PetRepository holds when creates are repeated, each rule on an empty one whose time can be let pass. */
export const idempotencyContract: Record<string, (pets: PetRepository, letPass: LetPass) => Promise<void>> = {
  'adds an animal under a key as it does without': async (pets) => {
    const added = (await pets.addOnce(rex, key)).snapshot();
    expectSame(added, { id: added.id, name: 'Rex', categoryId: '7', status: 'available' });
    expectSame(await kept(pets), [added]);
  },

  'answers the same animal to every repeat, and adds no other': async (pets) => {
    const added = (await pets.addOnce(rex, key)).snapshot();
    for (const status of [undefined, 'available']) {
      const repeated = NewPet.of({ name: 'Rex', categoryId: 7n, status });
      expectSame((await pets.addOnce(repeated, IdempotencyKey.of(key.text, key.owner))).snapshot(), added);
    }
    expectSame(await kept(pets), [added]);
  },

  'refuses the key for another animal, and keeps to the first': async (pets) => {
    const added = (await pets.addOnce(rex, key)).snapshot();
    for (const other of [tom, { name: 'Rex', categoryId: 8 }, { name: 'Rex', categoryId: 7, status: 'sold' }]) {
      const outcome = pets.addOnce(other instanceof NewPet ? other : NewPet.of(other), key);
      expectSame(await outcome.catch((error: Error) => error.name), IdempotencyMismatch.name);
    }
    expectSame((await pets.addOnce(rex, key)).snapshot(), added);
    expectSame(await kept(pets), [added]);
  },

  'knows keys apart by every character, and by their owner': async (pets) => {
    const others = [
      IdempotencyKey.of('A-key', 'mine'),
      IdempotencyKey.of('a-key', 'yours'),
      IdempotencyKey.of('ea-key', 'min'),
    ];
    const added = [];
    for (const each of [key, ...others]) added.push((await pets.addOnce(tom, each)).snapshot());
    expectSame(new Set(added.map(({ id }) => id)).size, 4);
    expectSame(await kept(pets), added);
  },

  'adds one animal when many say the same at once': async (pets) => {
    const added = await Promise.all(Array.from({ length: 50 }, () => pets.addOnce(rex, key)));
    const [first, ...others] = added.map((pet) => pet.snapshot());
    for (const other of others) expectSame(other, first);
    expectSame(await kept(pets), [first]);
  },

  'adds the animal of whoever is first when many say different things at once': async (pets) => {
    const said = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? rex : tom));
    const outcomes = await Promise.allSettled(said.map((newPet) => pets.addOnce(newPet, key)));
    const added = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value.snapshot()] : []));
    expectSame(added.length, 10);
    for (const each of added) expectSame(each, added[0]);
    expectSame(await kept(pets), [added[0]]);
  },

  'remembers a create for 24 hours from the first time, and then no longer': async (pets, letPass) => {
    const first = (await pets.addOnce(rex, key)).snapshot();
    await letPass(IdempotencyKey.lifetime - minute);
    expectSame((await pets.addOnce(rex, key)).snapshot(), first);
    await letPass(2 * minute);
    const second = (await pets.addOnce(tom, key)).snapshot();
    expectSame((await pets.addOnce(tom, key)).snapshot(), second);
    expectSame(await kept(pets), [first, second]);
  },

  'forgets what is past its time, no more than it may, and nothing else': async (pets, letPass) => {
    for (const text of ['1', '2', '3']) await pets.addOnce(rex, IdempotencyKey.of(text, 'mine'));
    await letPass(IdempotencyKey.lifetime - minute);
    const late = (await pets.addOnce(rex, key)).snapshot();
    expectSame(await pets.forgetIdempotencyKeys(10), 0);
    await letPass(minute);
    expectSame(await pets.forgetIdempotencyKeys(2), 2);
    expectSame(await pets.forgetIdempotencyKeys(2), 1);
    expectSame(await pets.forgetIdempotencyKeys(2), 0);
    expectSame((await pets.addOnce(rex, key)).snapshot(), late);
    expectSame((await kept(pets)).length, 4);
  },
};

async function kept(pets: PetRepository) {
  return (await pets.list({ limit: 100 })).map((pet) => pet.snapshot());
}
