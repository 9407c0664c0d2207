import { IdempotencyKey, NewPet } from '@petstore/pets-domain';
import { InMemoryPetRepository } from '@petstore/pets-domain/testing';
import { ForgetIdempotencyKeys } from './forget-idempotency-keys.ts';

const newPet = NewPet.parse({ name: 'Rex', categoryId: 7 });

it('deletes batches of a thousand keys and returns whether more may exist', async () => {
  const pets = new InMemoryPetRepository();
  for (let index = 0; index < 2_001; index++) await pets.addOnce(newPet, IdempotencyKey.of(`${index}`, 'mine'));
  pets.advanceTime(IdempotencyKey.lifetime);
  const forget = jest.spyOn(pets, 'forgetIdempotencyKeys');
  const purge = new ForgetIdempotencyKeys(pets);
  const results = [await purge.execute(), await purge.execute(), await purge.execute()];
  expect(results).toEqual([true, true, false]);
  expect(await Promise.all(forget.mock.results.map(({ value }) => value))).toEqual([1_000, 1_000, 1]);
});

it('keeps unexpired keys', async () => {
  const pets = new InMemoryPetRepository();
  const key = IdempotencyKey.of('a-key', 'mine');
  const created = await pets.addOnce(newPet, key);
  expect(await new ForgetIdempotencyKeys(pets).execute()).toBe(false);
  expect(await pets.addOnce(newPet, key)).toEqual(created);
});
