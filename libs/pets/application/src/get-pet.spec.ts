import { NewPet, PetNotFound } from '@petstore/pets-domain';
import { InMemoryPetRepository } from '@petstore/pets-domain/testing';
import { GetPet } from './get-pet.ts';

let pets: InMemoryPetRepository;
let getPet: GetPet;

beforeEach(async () => {
  pets = new InMemoryPetRepository();
  getPet = new GetPet(pets);
  await pets.add(NewPet.of({ name: 'Rex', categoryId: 7 }).register('key_1'));
  await pets.add(NewPet.of({ name: 'Tom', categoryId: 8 }).register('key_1'));
});

it('returns the pet with the id', async () => {
  const pet = await getPet.execute('2');
  expect(pet.snapshot()).toEqual({ id: '2', name: 'Tom', categoryId: '8', status: 'available' });
});

it.each(['3', '0', '-1'])('throws PetNotFound for the unknown id %p', async (petId) => {
  await expect(getPet.execute(petId)).rejects.toThrow(PetNotFound);
});

it('throws PetNotFound without a call to the repository for a text that is not an int64', async () => {
  const find = jest.spyOn(pets, 'find');
  await expect(getPet.execute('9223372036854775808')).rejects.toThrow(PetNotFound);
  expect(find).not.toHaveBeenCalled();
});
