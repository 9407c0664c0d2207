import { PetStatus } from '@petstore/pets-domain';
import { inventedPets } from './invented-pets.ts';

function firstPets(seed: number, count: number): string[] {
  const pets = inventedPets(seed);
  return Array.from({ length: count }, () => {
    const { name, categoryId, status } = pets.next().value;
    return JSON.stringify([name.text, categoryId.decimal, status]);
  });
}

it('generates the same animals for the same seed', () => {
  expect(firstPets(7, 500)).toEqual(firstPets(7, 500));
});

it('begins a longer list with the animals of a shorter one', () => {
  expect(firstPets(7, 100).slice(0, 50)).toEqual(firstPets(7, 50));
});

it.each([0, 2, 2 ** 32 - 1])('generates other animals for seed %p than for seed 1', (seed) => {
  expect(firstPets(seed, 20)).not.toEqual(firstPets(1, 20));
});

it('keeps the animals of seed 1 in later releases', () => {
  expect(firstPets(1, 3)).toEqual(['["Rex","1","available"]', '["小白","8","available"]', '["Poppy","6","available"]']);
});

it('generates every status and many combinations', () => {
  const pets = firstPets(1, 1_000);
  expect(new Set(pets.map((pet) => (JSON.parse(pet) as string[])[2]))).toEqual(new Set(PetStatus.values));
  expect(new Set(pets).size).toBeGreaterThan(500);
});
