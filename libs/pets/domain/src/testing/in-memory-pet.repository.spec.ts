import { InMemoryTransactions } from '@petstore/kernel/testing';
import { NewPet, Pet } from '../pet.ts';
import { PetId, PetName } from '../pet.value-objects.ts';
import { InMemoryPetRepository } from './in-memory-pet.repository.ts';
import { petRepositoryContract } from './pet.repository.contract.ts';

it.each(Object.entries(petRepositoryContract))('%s', (_, verify) => {
  const pets = new InMemoryPetRepository();
  return verify(pets, new InMemoryTransactions(), pets.log);
});

const rex = NewPet.of({ name: 'Rex', categoryId: 7 });
const change = (pet: Pet) => pet.update({ name: PetName.of('Tom') }, false, 'key_1');

it.each(['update', 'delete'] as const)('refuses %s of a pet that another transaction has locked', async (method) => {
  const [pets, transactions] = [new InMemoryPetRepository(), new InMemoryTransactions()];
  const { id } = await pets.add(rex.register('key_1'));
  const pet = await transactions.run((transaction) => pets.lock(id, transaction));
  const changing = transactions.run((transaction) => pets[method](change(pet!), transaction));
  await expect(changing).rejects.toThrow('1 is changed in a transaction that has not locked it');
});

it.each(['update', 'delete'] as const)('refuses %s of a pet without an event', async (method) => {
  const [pets, transactions] = [new InMemoryPetRepository(), new InMemoryTransactions()];
  const { id } = await pets.add(rex.register('key_1'));
  const changing = transactions.run(async (transaction) => {
    await pets.lock(id, transaction);
    await pets[method](Pet.create(new PetId('1'), NewPet.of({ name: 'Tom', categoryId: 7 })), transaction);
  });
  await expect(changing).rejects.toThrow('The change of the pet 1 has no event');
});
