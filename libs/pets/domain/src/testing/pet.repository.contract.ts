import { expectSame, unusualTexts } from '@petstore/kernel/testing';
import { NewPet } from '../pet.ts';
import { PetId } from '../pet-id.ts';
import { PetStatus } from '../pet-status.ts';
import type { Pet } from '../pet.ts';
import type { PetBatch, PetRepository } from '../pet.repository.ts';
import { newPetSamples } from './new-pet-samples.ts';

const int64Extremes = [-(2n ** 63n), -1n, 0n, 2n ** 53n + 1n, 2n ** 63n - 1n];

/** Rules that every PetRepository must follow. Each function gets an empty repository and throws if the rule is violated. */
export const petRepositoryContract: Record<string, (pets: PetRepository) => Promise<void>> = {
  'returns added pets with exactly the same text and numbers': async (pets) => {
    for (const name of unusualTexts) await expectStored(pets, NewPet.parse({ name, categoryId: 1, status: 'sold' }));
    for (const categoryId of int64Extremes) await expectStored(pets, NewPet.parse({ name: 'Rex', categoryId }));
  },

  'returns every member of an added pet': async (pets) => {
    for (const sample of newPetSamples) {
      const { id } = (await pets.add(NewPet.parse(sample))).snapshot();
      const found = (await pets.find(PetId.restore(id)))?.snapshot();
      const expected = Object.entries(sample).map(([member, value]) => [member, String(value)]);
      expectSame(found, { id, ...Object.fromEntries(expected) });
    }
  },

  'assigns a positive, unique, ascending id to every pet': async (pets) => {
    const ids = (await addMany(pets, 5)).map((pet) => BigInt(pet.snapshot().id));
    expectSame(
      ids.every((id, index) => id > (ids[index - 1] ?? 0n)),
      true,
    );
  },

  'finds nothing for an id that was never assigned': async (pets) => {
    await addMany(pets, 1);
    for (const text of ['0', '-1', '9223372036854775807', '-9223372036854775808']) {
      expectSame(await pets.find(PetId.restore(text)), undefined);
    }
  },

  'lists in ascending order of id, up to the limit': async (pets) => {
    const added = await addMany(pets, 5);
    expectSame(snapshots(await pets.list({ limit: 3 })), snapshots(added.slice(0, 3)));
    expectSame(snapshots(await pets.list({ limit: 100 })), snapshots(added));
  },

  'lists only pets after the given id': async (pets) => {
    const added = await addMany(pets, 5);
    const after = PetId.restore(added[1]!.snapshot().id);
    expectSame(snapshots(await pets.list({ after, limit: 2 })), snapshots(added.slice(2, 4)));
    expectSame(await pets.list({ after: PetId.restore('9223372036854775807'), limit: 2 }), []);
  },

  'lists only pets with the given status': async (pets) => {
    const added = await addMany(pets, 7);
    for (const value of PetStatus.values) {
      const expected = snapshots(added).filter(({ status }) => status === value);
      expectSame(snapshots(await pets.list({ status: PetStatus.of(value), limit: 100 })), expected);
      const after = PetId.restore(expected[0]!.id);
      expectSame(snapshots(await pets.list({ status: PetStatus.of(value), after, limit: 100 })), expected.slice(1));
    }
  },

  'readAll passes all pets in ascending order of id, with the greatest id': async (pets) => {
    await pets.addAll(source(4500));
    const all = await pets.list({ limit: 5000 });
    const batches = await readBatches(pets);
    expectSame(snapshots(batches.flatMap((batch) => batch.pets)), snapshots(all));
    expectSame(batches.length > 1 && batches.every((batch) => batch.pets.length > 0), true);
    expectSame(new Set(batches.map(({ lastId }) => lastId.decimal)), new Set([all.at(-1)!.snapshot().id]));
  },

  'readAll passes pets with exactly the same text and numbers': async (pets) => {
    for (const name of unusualTexts) await pets.add(NewPet.parse({ name, categoryId: 1, status: 'sold' }));
    for (const categoryId of int64Extremes) await pets.add(NewPet.parse({ name: 'Rex', categoryId }));
    const read = (await readBatches(pets)).flatMap((batch) => batch.pets);
    expectSame(snapshots(read), snapshots(await pets.list({ limit: 100 })));
  },

  'readAll passes no pets that were added after it started, and waits for each call': async (pets) => {
    await pets.addAll(source(4500));
    let [count, running] = [0, 0];
    await pets.readAll(async (batch) => {
      running += 1;
      expectSame(running, 1);
      await addMany(pets, 1);
      count += batch.pets.length;
      running -= 1;
    });
    expectSame(count, 4500);
  },

  'readAll passes nothing if there are no pets': async (pets) => expectSame(await readBatches(pets), []),

  'readAll stops and rejects with the error of its receiver': async (pets) => {
    await pets.addAll(source(4500));
    const failure = new Error('the disk is full');
    let calls = 0;
    const reading = pets.readAll(() => {
      calls += 1;
      return Promise.reject(failure);
    });
    expectSame((await reading.catch((error: unknown) => error)) === failure, true);
    expectSame(calls, 1);
    expectSame((await readBatches(pets)).flatMap((batch) => batch.pets).length, 4500);
  },

  'addAll adds all pets of the source, in its order': async (pets) => {
    expectSame(await pets.addAll(source(2500)), 2500);
    expectSame(await pets.addAll(source(0)), 0);
    const names = snapshots(await pets.list({ after: PetId.restore('0'), limit: 3000 })).map(({ name }) => name);
    expectSame(
      names,
      Array.from({ length: 2500 }, (_, index) => `Pet ${index}`),
    );
  },

  'adds nothing of a source that fails': async (pets) => {
    const failure = new Error('the source failed');
    async function* failing() {
      yield* source(2500);
      throw failure;
    }
    const outcome = await pets.addAll(failing()).catch((error: unknown) => error);
    expectSame(outcome === failure, true);
    expectSame(await pets.list({ limit: 1 }), []);
  },

  'adds nothing if beforeCommit throws': async (pets) => {
    const error = new Error('stopped');
    const beforeCommit = () => {
      throw error;
    };
    const outcome = await pets.addAll(source(1), beforeCommit).catch((reason: unknown) => reason);
    expectSame(outcome === error, true);
    expectSame(await pets.list({ limit: 1 }), []);
  },
};

async function expectStored(pets: PetRepository, newPet: NewPet): Promise<void> {
  const added = (await pets.add(newPet)).snapshot();
  expectSame(
    { name: added.name, categoryId: added.categoryId, status: added.status },
    { name: newPet.name.text, categoryId: newPet.categoryId.decimal, status: newPet.status.value },
  );
  expectSame((await pets.find(PetId.restore(added.id)))?.snapshot(), added);
}

async function readBatches(pets: PetRepository): Promise<PetBatch[]> {
  const batches: PetBatch[] = [];
  await pets.readAll(async (batch) => void batches.push(batch));
  return batches;
}

async function addMany(pets: PetRepository, count: number): Promise<Pet[]> {
  const added: Pet[] = [];
  for await (const newPet of source(count)) added.push(await pets.add(newPet));
  return added;
}

async function* source(count: number): AsyncGenerator<NewPet> {
  for (let index = 0; index < count; index++) {
    yield NewPet.parse({ name: `Pet ${index}`, categoryId: index, status: PetStatus.values[index % 3] });
  }
}

function snapshots(pets: readonly Pet[]) {
  return pets.map((pet) => pet.snapshot());
}
