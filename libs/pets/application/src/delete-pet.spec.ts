import { InMemoryTransactions } from '@petstore/kernel/testing';
import { NewPet, PetChanged, PetHasOrder, PetId, PetNotFound } from '@petstore/pets-domain';
import { InMemoryPetRepository } from '@petstore/pets-domain/testing';
import { DeletePet } from './delete-pet.ts';
import { FakeReservations } from './testing/fake-reservations.ts';

let pets: InMemoryPetRepository;
let reservations: FakeReservations;
let transactions: InMemoryTransactions;
let deletePet: DeletePet;

beforeEach(async () => {
  [pets, reservations, transactions] = [
    new InMemoryPetRepository(),
    new FakeReservations(),
    new InMemoryTransactions(),
  ];
  deletePet = new DeletePet(pets, reservations, transactions);
  await pets.add(NewPet.of({ name: 'Rex', categoryId: 7 }).register('key_1'));
});

const isStored = async () => (await pets.find(new PetId('1'))) !== undefined;

it('removes the pet, records who did it, and finds no pet the second time', async () => {
  await deletePet.execute('1', { actor: 'key_2' });
  expect(await isStored()).toBe(false);
  expect(pets.log.events.at(-1)).toMatchObject({ type: 'pet.deleted', petId: '1', actor: 'key_2' });
  await expect(deletePet.execute('1', { actor: 'key_2' })).rejects.toThrow(PetNotFound);
  expect(pets.log.events).toHaveLength(2);
});

it('keeps a pet that an order reserves', async () => {
  reservations.reserved.add('1');
  await expect(deletePet.execute('1', { actor: 'key_2' })).rejects.toThrow(PetHasOrder);
  expect(await isStored()).toBe(true);
});

it('removes only one of the versions of the command', async () => {
  await expect(deletePet.execute('1', { actor: 'key_2', versions: [2] })).rejects.toThrow(PetChanged);
  expect(await isStored()).toBe(true);
  await deletePet.execute('1', { actor: 'key_2', versions: [1] });
  expect(await isStored()).toBe(false);
});

it('throws PetNotFound without a transaction for a text that is not an int64', async () => {
  const run = jest.spyOn(transactions, 'run');
  await expect(deletePet.execute('9223372036854775808', { actor: 'key_2' })).rejects.toThrow(PetNotFound);
  expect(run).not.toHaveBeenCalled();
});
