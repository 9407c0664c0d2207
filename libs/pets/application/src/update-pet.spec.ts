import { InMemoryTransactions } from '@petstore/kernel/testing';
import { NewPet, PetChanged, PetHasOrder, PetId, PetName, PetNotFound, PetStatus } from '@petstore/pets-domain';
import { InMemoryPetRepository } from '@petstore/pets-domain/testing';
import { FakeReservations } from './testing/fake-reservations.ts';
import { UpdatePet } from './update-pet.ts';

let pets: InMemoryPetRepository;
let reservations: FakeReservations;
let transactions: InMemoryTransactions;
let updatePet: UpdatePet;

beforeEach(async () => {
  [pets, reservations, transactions] = [
    new InMemoryPetRepository(),
    new FakeReservations(),
    new InMemoryTransactions(),
  ];
  updatePet = new UpdatePet(pets, reservations, transactions);
  await pets.add(NewPet.of({ name: 'Rex', categoryId: 7 }).register('key_1'));
});

const stored = async () => (await pets.find(new PetId('1')))?.snapshot();

it('changes the members of the update, and stores and returns the pet', async () => {
  const updated = await updatePet.execute(
    '1',
    { name: PetName.of('Tom'), status: PetStatus.of('sold') },
    { actor: 'key_2' },
  );
  expect(updated.snapshot()).toEqual({ id: '1', name: 'Tom', categoryId: '7', status: 'sold' });
  expect(await stored()).toEqual(updated.snapshot());
});

it('stores nothing if nothing changes', async () => {
  const update = jest.spyOn(pets, 'update');
  expect((await updatePet.execute('1', { name: PetName.of('Rex') }, { actor: 'key_2' })).snapshot()).toEqual(
    await stored(),
  );
  expect(update).not.toHaveBeenCalled();
});

it.each(['available', 'pending', 'sold'])('refuses the status %s while an order reserves the pet', async (status) => {
  reservations.reserved.add('1');
  const before = await stored();
  const update = { name: PetName.of('Tom'), status: PetStatus.of(status) };
  await expect(updatePet.execute('1', update, { actor: 'key_2' })).rejects.toThrow(PetHasOrder);
  expect(await stored()).toEqual(before);
});

it('changes the other members while an order reserves the pet', async () => {
  reservations.reserved.add('1');
  expect((await updatePet.execute('1', { name: PetName.of('Tom') }, { actor: 'key_2' })).snapshot().name).toBe('Tom');
});

it.each(['2', '0', '9223372036854775807'])('throws PetNotFound for %s, the id of no pet', async (id) => {
  await expect(updatePet.execute(id, {}, { actor: 'key_2' })).rejects.toThrow(PetNotFound);
});

it('throws PetNotFound without a transaction for a text that is not an int64', async () => {
  const run = jest.spyOn(transactions, 'run');
  await expect(updatePet.execute('9223372036854775808', {}, { actor: 'key_2' })).rejects.toThrow(PetNotFound);
  expect(run).not.toHaveBeenCalled();
});

it('changes only one of the versions of the command', async () => {
  const update = (name: string, versions: number[]) =>
    updatePet.execute('1', { name: PetName.of(name) }, { actor: 'key_2', versions });
  await expect(update('Tom', [2, 3])).rejects.toThrow(PetChanged);
  expect((await stored())?.name).toBe('Rex');
  expect((await update('Tom', [7, 1])).version).toBe(2);
});

it('records who changed the pet', async () => {
  await updatePet.execute('1', { name: PetName.of('Tom') }, { actor: 'key_2' });
  expect(pets.log.events.map(({ type, actor }) => [type, actor])).toEqual([
    ['pet.created', 'key_1'],
    ['pet.updated', 'key_2'],
  ]);
});
