import { IdempotencyKey } from '@petstore/kernel';
import { NewPet, PetId } from '@petstore/pets-domain';
import { InMemoryPetRepository } from '@petstore/pets-domain/testing';
import { CreatePet } from './create-pet.ts';

const newPet = NewPet.of({ name: 'Rex', categoryId: 7, status: 'pending' });

it('returns the pet with the id that the repository assigned', async () => {
  const created = await new CreatePet(new InMemoryPetRepository()).execute(newPet);
  expect(created.snapshot()).toEqual({ id: '1', name: 'Rex', categoryId: '7', status: 'pending' });
});

it('stores the pet', async () => {
  const pets = new InMemoryPetRepository();
  const created = await new CreatePet(pets).execute(newPet);
  const stored = await pets.find(new PetId(created.snapshot().id));
  expect(stored?.snapshot()).toEqual(created.snapshot());
});

it('creates a second pet when it is called twice', async () => {
  const createPet = new CreatePet(new InMemoryPetRepository());
  const [first, second] = [await createPet.execute(newPet), await createPet.execute(newPet)];
  expect(second.snapshot()).toEqual({ ...first.snapshot(), id: '2' });
});

it('creates one pet when it is called twice with the same key', async () => {
  const createPet = new CreatePet(new InMemoryPetRepository());
  const key = IdempotencyKey.of('a-key', 'mine');
  const [first, second] = [await createPet.execute(newPet, key), await createPet.execute(newPet, key)];
  expect(second.snapshot()).toEqual(first.snapshot());
});

it('passes the signal to the repository, with and without a key', async () => {
  const pets = new InMemoryPetRepository();
  const [add, addOnce] = [jest.spyOn(pets, 'add'), jest.spyOn(pets, 'addOnce')];
  const [key, signal] = [IdempotencyKey.of('a-key', 'mine'), new AbortController().signal];
  await new CreatePet(pets).execute(newPet, undefined, signal);
  await new CreatePet(pets).execute(newPet, key, signal);
  expect(add).toHaveBeenCalledWith(newPet, signal);
  expect(addOnce).toHaveBeenCalledWith(newPet, key, signal);
});
