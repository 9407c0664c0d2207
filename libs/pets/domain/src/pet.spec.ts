import { NewPet } from './new-pet.ts';
import { Pet } from './pet.ts';
import { InvalidPetStatus } from './pet.errors.ts';
import { PetId } from './pet-id.ts';

const stored = { id: '9223372036854775807', name: ' Zoe\u0308 ', categoryId: '-9007199254740993', status: 'pending' };

it('is a NewPet that the store gave an id', () => {
  const newPet = NewPet.of({ name: ' Zoe\u0308 ', categoryId: -9007199254740993n, status: 'pending' });
  expect(Pet.register(PetId.restore('9223372036854775807'), newPet).snapshot()).toEqual(stored);
});

it('comes back from the store exactly as it went in', () => {
  expect(Pet.restore(stored).snapshot()).toEqual(stored);
});

it.each(['available', 'pending', 'sold'])('comes back %s', (status) => {
  expect(Pet.restore({ ...stored, status }).snapshot().status).toBe(status);
});

it.each(['lost', 'Sold', ''])('does not come back with the status %p, which the domain does not know', (status) => {
  expect(() => Pet.restore({ ...stored, status })).toThrow(InvalidPetStatus);
});
