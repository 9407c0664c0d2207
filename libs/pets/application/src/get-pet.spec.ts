import { Deadline } from '@petstore/kernel';
import { NewPet, PetId, PetNotFound } from '@petstore/pets-domain';
import { InMemoryPetRepository } from '@petstore/pets-domain/testing';
import { GetPet } from './get-pet.ts';

let pets: InMemoryPetRepository;
let getPet: GetPet;

beforeEach(async () => {
  pets = new InMemoryPetRepository();
  getPet = new GetPet(pets);
  await pets.add(NewPet.parse({ name: 'Rex', categoryId: 7 }));
  await pets.add(NewPet.parse({ name: 'Tom', categoryId: 8 }));
});

it('answers the animal its id names', async () => {
  const pet = await getPet.execute('2');
  expect(pet.snapshot()).toEqual({ id: '2', name: 'Tom', categoryId: '8', status: 'available' });
});

it.each(['3', '0', '-1', '9223372036854775807', '-9223372036854775808'])(
  'finds no animal under %p: an id nobody bears',
  async (petId) => {
    await expect(getPet.execute(petId)).rejects.toThrow(PetNotFound);
  },
);

it.each(['', 'rex', '01', '+1', ' 1', '1.0', '1e0', '1n', '9223372036854775808'])(
  'finds no animal under %p, which is no id, and does not ask the store',
  async (petId) => {
    const find = jest.spyOn(pets, 'find');
    await expect(getPet.execute(petId)).rejects.toThrow(PetNotFound);
    expect(find).not.toHaveBeenCalled();
  },
);

it('lets the store wait until the deadline', async () => {
  const find = jest.spyOn(pets, 'find');
  const deadline = new Deadline(2_300);
  await getPet.execute('2', deadline);
  expect(find).toHaveBeenCalledWith(PetId.restore('2'), deadline);
});

it('does not take a store that fails for an animal that is missing', async () => {
  const failure = new Error('the store is away');
  jest.spyOn(pets, 'find').mockRejectedValue(failure);
  await expect(getPet.execute('1')).rejects.toBe(failure);
});
