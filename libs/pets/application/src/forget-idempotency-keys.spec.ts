import { IdempotencyKey, NewPet } from '@petstore/pets-domain';
import { InMemoryPetRepository } from '@petstore/pets-domain/testing';
import { ForgetIdempotencyKeys } from './forget-idempotency-keys.ts';

const newPet = NewPet.parse({ name: 'Rex', categoryId: 7 });

it('forgets in steps of a thousand, and says while there may be more', async () => {
  const pets = new InMemoryPetRepository();
  for (let index = 0; index < 2_001; index++) await pets.addOnce(newPet, IdempotencyKey.of(`${index}`, 'mine'));
  pets.advanceTime(IdempotencyKey.lifetime);
  const forget = jest.spyOn(pets, 'forgetIdempotencyKeys');
  const forgetKeys = new ForgetIdempotencyKeys(pets);
  const answers = [await forgetKeys.execute(), await forgetKeys.execute(), await forgetKeys.execute()];
  expect(answers).toEqual([true, true, false]);
  expect(await Promise.all(forget.mock.results.map(({ value }) => value))).toEqual([1_000, 1_000, 1]);
});

it('forgets nothing that is within its lifetime', async () => {
  const pets = new InMemoryPetRepository();
  const key = IdempotencyKey.of('a-key', 'mine');
  const created = await pets.addOnce(newPet, key);
  expect(await new ForgetIdempotencyKeys(pets).execute()).toBe(false);
  expect(await pets.addOnce(newPet, key)).toEqual(created);
});
