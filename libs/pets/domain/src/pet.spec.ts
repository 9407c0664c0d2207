import { CategoryId } from './category-id.ts';
import { NewPet, Pet } from './pet.ts';
import { PetId } from './pet-id.ts';
import { PetName } from './pet-name.ts';
import { PetStatus } from './pet-status.ts';

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
  expect(() => Pet.restore({ ...stored, status })).toThrow(new Error(`the stored status ${status} is unknown`));
});

describe('update', () => {
  const pet = Pet.restore(stored);

  it.each([
    [{ name: PetName.of('Rex') }, { name: 'Rex' }],
    [{ categoryId: CategoryId.of(0) }, { categoryId: '0' }],
    [{ status: PetStatus.of('sold') }, { status: 'sold' }],
    [
      { name: PetName.of('Tom'), categoryId: CategoryId.of(1), status: PetStatus.of('available') },
      { name: 'Tom', categoryId: '1', status: 'available' },
    ],
  ])('changes the members of %j and no other', (update, changed) => {
    expect(pet.update(update).snapshot()).toEqual({ ...stored, ...changed });
    expect(pet.snapshot()).toEqual(stored);
  });

  it('returns the same Pet if nothing changes', () => {
    expect(pet.update({})).toBe(pet);
    expect(pet.update({ name: PetName.of(stored.name), status: PetStatus.of('pending') })).toBe(pet);
  });
});
