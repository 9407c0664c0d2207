import { Deadline } from '@petstore/kernel';
import { IdempotencyKey, NewPet, PetId } from '@petstore/pets-domain';
import { InMemoryPetRepository } from '@petstore/pets-domain/testing';
import { CreatePet } from './create-pet.ts';

const newPet = NewPet.parse({ name: 'Rex', categoryId: 7, status: 'pending' });

it('answers the animal with the id the store gave it', async () => {
  const created = await new CreatePet(new InMemoryPetRepository()).execute(newPet);
  expect(created.snapshot()).toEqual({ id: '1', name: 'Rex', categoryId: '7', status: 'pending' });
});

it('keeps the animal in the store', async () => {
  const pets = new InMemoryPetRepository();
  const created = await new CreatePet(pets).execute(newPet);
  const kept = await pets.find(PetId.restore(created.snapshot().id));
  expect(kept?.snapshot()).toEqual(created.snapshot());
});

it('creates a second animal when the same is said twice', async () => {
  const createPet = new CreatePet(new InMemoryPetRepository());
  const [first, second] = [await createPet.execute(newPet), await createPet.execute(newPet)];
  expect(second.snapshot()).toEqual({ ...first.snapshot(), id: '2' });
});

it('creates no second animal when the same is said twice by the same key', async () => {
  const createPet = new CreatePet(new InMemoryPetRepository());
  const key = IdempotencyKey.of('a-key', 'mine');
  const [first, second] = [await createPet.execute(newPet, key), await createPet.execute(newPet, key)];
  expect(second.snapshot()).toEqual(first.snapshot());
});

it('lets the store wait until the deadline, with a key and without', async () => {
  const pets = new InMemoryPetRepository();
  const [add, addOnce] = [jest.spyOn(pets, 'add'), jest.spyOn(pets, 'addOnce')];
  const [key, deadline] = [IdempotencyKey.of('a-key', 'mine'), new Deadline(2_300)];
  await new CreatePet(pets).execute(newPet, undefined, deadline);
  await new CreatePet(pets).execute(newPet, key, deadline);
  expect(add).toHaveBeenCalledWith(newPet, deadline);
  expect(addOnce).toHaveBeenCalledWith(newPet, key, deadline);
});
