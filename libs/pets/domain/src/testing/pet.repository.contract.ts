import { IdempotencyKey, IdempotencyMismatch, type EventLog, type Transactions } from '@petstore/kernel';
import { expectSame, rejectionOf, unusualTexts } from '@petstore/kernel/testing';
import { NewPet, Pet, type PetFields } from '../pet.ts';
import type { PetRepository } from '../pet.repository.ts';
import { PetId, PetName, PetStatus } from '../pet.value-objects.ts';
import { newPetSamples } from './new-pet-samples.ts';

type Check = (pets: PetRepository, transactions: Transactions, log: EventLog) => Promise<void>;

const actor = 'key_1';

const int64Extremes = [-(2n ** 63n), -1n, 0n, 2n ** 53n + 1n, 2n ** 63n - 1n];
const unusualPets = [
  ...unusualTexts.map((name) => newPet({ name, status: 'sold' })),
  ...int64Extremes.map((categoryId) => newPet({ categoryId })),
  ...newPetSamples.map((sample) => NewPet.of(sample)),
];
const [rex, tom] = [newPet({ name: 'Rex' }), newPet({ name: 'Tom' })];
const [key, key2] = ['a-key', 'another-key'].map((text) => IdempotencyKey.of(text, 'mine')) as [
  IdempotencyKey,
  IdempotencyKey,
];

/** Rules that every PetRepository must follow. Each function gets an empty repository and throws if the rule is violated. */
export const petRepositoryContract: Record<string, Check> = {
  'finds and lists each pet as it was added, with exactly the same members': async (pets) => {
    const added: Pet[] = [];
    for (const each of unusualPets) added.push(await pets.add(each.register(actor)));
    for (const [index, pet] of added.entries()) {
      expectSame(NewPet.of(fieldsOf(pet)), unusualPets[index]!);
      expectSame((await pets.find(pet.id))?.snapshot(), pet.snapshot());
    }
    expectSame(await listAll(pets), snapshots(added));
  },

  'assigns a positive, unique, ascending id to every pet': async (pets) => {
    const ids = (await addMany(pets, 5)).map(({ id }) => BigInt(id.decimal));
    for (const [index, id] of ids.entries()) expectSame(id > (ids[index - 1] ?? 0n), true);
  },

  'finds and locks nothing for an id that was never assigned': async (pets, transactions) => {
    await pets.add(rex.register(actor));
    for (const text of ['0', '-1', '9223372036854775807', '-9223372036854775808']) {
      const id = new PetId(text);
      expectSame(await pets.find(id), undefined);
      expectSame(await transactions.run((transaction) => pets.lock(id, transaction)), undefined);
    }
  },

  'lists the pets of any or one status in ascending order of id, after an id, up to the limit': async (pets) => {
    const added = await addMany(pets, 7);
    for (const status of [undefined, ...PetStatus.values.map(PetStatus.of)]) {
      const expected = added.filter((pet) => !status || pet.status === status);
      expectSame(snapshots(await pets.list({ status, limit: 100 })), snapshots(expected));
      expectSame(snapshots(await pets.list({ status, limit: 2 })), snapshots(expected.slice(0, 2)));
      const after = expected[0]!.id;
      expectSame(snapshots(await pets.list({ status, after, limit: 1 })), snapshots(expected.slice(1, 2)));
      expectSame(await pets.list({ status, after: new PetId('9223372036854775807'), limit: 2 }), []);
    }
  },

  'update stores every member of the pet, and of no other': async (pets, transactions) => {
    const [first, second] = await addMany(pets, 2);
    for (const each of unusualPets) {
      const updated = first!.update(each, false, actor);
      await changeLocked(pets, transactions, updated, 'update');
      expectSame(await listAll(pets), snapshots([updated, second!]));
    }
  },

  'a change raises the version by one, and a new pet has version 1': async (pets, transactions) => {
    const { id, version } = await pets.add(rex.register(actor));
    expectSame([version, (await pets.find(id))?.version], [1, 1]);
    for (const name of ['Tom', 'Zoe']) {
      await transactions.run(async (transaction) => {
        const pet = await pets.lock(id, transaction);
        const updated = pet!.update({ name: PetName.of(name) }, false, actor);
        expectSame(updated.version, pet!.version + 1);
        await pets.update(updated, transaction);
      });
    }
    expectSame([(await pets.find(id))?.version, (await pets.list({ limit: 1 }))[0]?.version], [3, 3]);
  },

  'deletes a pet, and no other': async (pets, transactions) => {
    const [first, second] = await addMany(pets, 2);
    await changeLocked(pets, transactions, first!.remove(false, actor), 'delete');
    expectSame([await pets.find(first!.id), await listAll(pets)], [undefined, snapshots([second!])]);
    expectSame(await transactions.run((transaction) => pets.lock(first!.id, transaction)), undefined);
  },

  'a repeat of a create returns the same pet after it was changed and deleted': async (pets, transactions) => {
    const added = await pets.add(rex.register(actor), key);
    await changeLocked(pets, transactions, added.remove(false, actor), 'delete');
    const repeated = await pets.add(rex.register(actor), key);
    expectSame([repeated.snapshot(), repeated.version], [added.snapshot(), 1]);
    expectSame(await listAll(pets), []);
  },

  'appends the event of each change to the log, and none for a repeat': async (pets, transactions, log) => {
    const expected: unknown[] = [];
    for (const each of unusualPets) {
      const pet = await pets.add(each.register('key_2'));
      const { event } = each.register('key_2');
      expected.push({ type: event.type, petId: pet.id.decimal, actor: 'key_2', data: { pet: pet.snapshot() } });
    }
    const keyed = await pets.add(rex.register(actor), key);
    await pets.add(rex.register(actor), key);
    const together = await Promise.all([
      pets.add(rex.register('key_3')),
      pets.add(tom.register('key_4')),
      pets.add(tom.register(actor), key2),
    ]);
    const updated = keyed.update({ name: PetName.of('Zoe') }, false, actor);
    await transactions.run(async (transaction) => {
      for (const { id } of [updated, together[1]]) await pets.lock(id, transaction);
      await pets.update(updated, transaction);
      await pets.addAll([rex.register('operator')], transaction);
      await pets.update(together[1].reserve(), transaction);
    });
    await changeLocked(pets, transactions, updated.remove(false, actor), 'delete');
    const { events } = await log.read({ limit: 100 });
    const found = events.map(({ type, petId, actor, data }) => ({ type, petId, actor, data }));
    expectSame(found.slice(0, expected.length), expected);
    const kinds = found.slice(expected.length).map(({ type, actor }) => `${type} ${actor}`);
    expectSame(kinds, [
      'pet.created key_1',
      ...['pet.created key_3', 'pet.created key_4', 'pet.created key_1'],
      ...['pet.updated key_1', 'pet.created operator', 'pet.deleted key_1'],
    ]);
    expectSame(found.at(-1), updated.remove(false, actor).event);
    expectSame(found.at(-3), updated.event);
  },

  'a second transaction locks the pet after the first has ended, and sees its change': async (pets, transactions) => {
    const { id } = await pets.add(rex.register(actor));
    const statuses = ['pending', 'sold'] as const;
    const seen = await Promise.all(
      statuses.map((status) =>
        transactions.run(async (transaction) => {
          const pet = await pets.lock(id, transaction);
          await pets.update(pet!.update({ status: PetStatus.of(status) }, false, actor), transaction);
          return pet!.status;
        }),
      ),
    );
    const last = (await pets.find(id))!.status;
    const first = statuses.find((status) => status !== last)!;
    expectSame([...seen].sort(), ['available', first].sort());
  },

  'read returns the pets after an id in ascending order of id, up to the limit, and lastId the greatest id': async (
    pets,
    transactions,
  ) => {
    const read = (after: PetId | undefined, limit: number) =>
      transactions.run(async (transaction) => snapshots(await pets.read(after, limit, transaction)));
    const lastId = () => transactions.run(async (transaction) => (await pets.lastId(transaction))?.decimal);
    expectSame([await read(undefined, 2), await lastId()], [[], undefined]);
    const added = snapshots(await addMany(pets, 5));
    expectSame(await read(undefined, 2), added.slice(0, 2));
    expectSame(await read(new PetId(added[1]!.id), 9), added.slice(2));
    expectSame(await lastId(), added[4]!.id);
  },

  'addAll adds all pets, in their order': async (pets, transactions) => {
    const newPets: NewPet[] = [];
    for await (const each of source(1_500)) newPets.push(each);
    const registered = newPets.map((each) => each.register(actor));
    await transactions.run((transaction) => pets.addAll(registered, transaction));
    const stored = await pets.list({ limit: 3000 });
    expectSame(stored.map((pet) => pet.snapshot().name).join(), newPets.map(({ name }) => name.text).join());
  },

  'add with a key adds a pet, and returns it for every repeat': async (pets) => {
    const added = (await pets.add(rex.register(actor), key)).snapshot();
    expectSame(await listAll(pets), [added]);
    const repeated = newPet({ name: 'Rex', status: 'available' });
    expectSame((await pets.add(repeated.register(actor), IdempotencyKey.of(key.text, key.owner))).snapshot(), added);
    expectSame(await listAll(pets), [added]);
  },

  'refuses the key for a NewPet with another member, and keeps the first pet': async (pets) => {
    const [first, other] = newPetSamples;
    const added = (await pets.add(NewPet.of(first).register(actor), key)).snapshot();
    for (const [member, value] of Object.entries(other)) {
      const adding = pets.add(NewPet.of({ ...first, [member]: value }).register(actor), key);
      expectSame((await rejectionOf(adding)) instanceof IdempotencyMismatch, true);
    }
    expectSame((await pets.add(NewPet.of(first).register(actor), key)).snapshot(), added);
    expectSame(await listAll(pets), [added]);
  },

  'adds one pet for 50 concurrent creates with two NewPets, and refuses those of the other NewPet': async (pets) => {
    const newPets = Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? rex : tom));
    const outcomes = await Promise.allSettled(newPets.map((each) => pets.add(each.register(actor), key)));
    const added = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value.snapshot()] : []));
    expectSame(added, Array(25).fill(added[0]));
    const refusals = outcomes.filter(
      (each) => each.status === 'rejected' && each.reason instanceof IdempotencyMismatch,
    );
    expectSame(refusals.length, 25);
    expectSame(await listAll(pets), [added[0]]);
  },
};

function newPet(fields: PetFields): NewPet {
  return NewPet.of({ name: 'Rex', categoryId: 7, ...fields });
}

/** Returns the members of a pet as a client sends them. */
function fieldsOf(pet: Pet): PetFields {
  const { categoryId, ...others } = pet.snapshot();
  return { ...others, categoryId: BigInt(categoryId) };
}

function snapshots(pets: readonly Pet[]) {
  return pets.map((pet) => pet.snapshot());
}

async function changeLocked(pets: PetRepository, transactions: Transactions, pet: Pet, change: 'update' | 'delete') {
  await transactions.run(async (transaction) => {
    await pets.lock(pet.id, transaction);
    await pets[change](pet, transaction);
  });
}

async function listAll(pets: PetRepository) {
  return snapshots(await pets.list({ limit: 100 }));
}

async function addMany(pets: PetRepository, count: number): Promise<Pet[]> {
  const added: Pet[] = [];
  for await (const each of source(count)) added.push(await pets.add(each.register(actor)));
  return added;
}

async function* source(count: number): AsyncGenerator<NewPet> {
  for (let index = 0; index < count; index++) {
    yield newPet({ name: `Pet ${index}`, status: PetStatus.values[index % 3] });
  }
}
