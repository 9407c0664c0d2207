import { NewPet, PetId } from '@petstore/pets-domain';
import { InMemoryPetRepository } from '@petstore/pets-domain/testing';
import { CreatePet } from './create-pet.ts';

const newPet = NewPet.of({ name: 'Rex', categoryId: 7, status: 'pending' });

it('stores the pet and returns it with its id, and a second one when it is called again', async () => {
  const pets = new InMemoryPetRepository();
  const createPet = new CreatePet(pets);
  const created = await createPet.execute(newPet, 'key_1');
  expect(created.snapshot()).toEqual({ id: '1', name: 'Rex', categoryId: '7', status: 'pending' });
  expect((await createPet.execute(newPet, 'key_1')).snapshot()).toEqual({ ...created.snapshot(), id: '2' });
  expect((await pets.find(new PetId('1')))?.snapshot()).toEqual(created.snapshot());
});
