import { NewPet } from './new-pet.ts';
import { Pet } from './pet.ts';
import { PetId } from './pet-id.ts';

const stored = { id: '9223372036854775807', name: ' Zoe\u0308 ', categoryId: '-9007199254740993', status: 'pending' };

it('register returns a Pet with the members of the NewPet and the id', () => {
  const newPet = NewPet.parse({ name: ' Zoe\u0308 ', categoryId: -9007199254740993n, status: 'pending' });
  expect(Pet.register(PetId.restore('9223372036854775807'), newPet).snapshot()).toEqual(stored);
});

it('restore returns a Pet with exactly the stored values', () => {
  expect(Pet.restore(stored).snapshot()).toEqual(stored);
});

it.each(['available', 'pending', 'sold'])('restore accepts the status %s', (status) => {
  expect(Pet.restore({ ...stored, status }).snapshot().status).toBe(status);
});

it.each(['lost', 'Sold', ''])('restore refuses the unknown status %p', (status) => {
  expect(() => Pet.restore({ ...stored, status })).toThrow(expect.objectContaining({ code: 'invalid_pet_status' }));
});
