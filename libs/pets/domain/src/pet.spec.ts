import { NewPet, Pet, type PetFields } from './pet.ts';
import { InvalidNewPet } from './pet.errors.ts';
import { CategoryId, initialPetStatus, PetId, PetName, PetStatus } from './pet.value-objects.ts';
import { newPetSamples } from './testing/index.ts';

const valid = { name: 'Rex', categoryId: 1, status: 'sold' };

const nameError = `name must be ${PetName.allowed}`;
const categoryIdError = `categoryId must be ${CategoryId.allowed}`;
const statusError = `status must be ${PetStatus.allowed}`;

describe('NewPet.of', () => {
  it('creates value objects from the fields, and sets the status available by default', () => {
    const values = { name: PetName.of('Rex'), categoryId: CategoryId.of(1) };
    expect(NewPet.of(valid)).toEqual(new NewPet({ ...values, status: PetStatus.of('sold') }));
    expect(NewPet.of({ ...valid, status: undefined })).toEqual(new NewPet({ ...values, status: initialPetStatus }));
  });

  it.each([
    ['name', { ...valid, name: ' ' }, [nameError]],
    ['name and status', { ...valid, name: 7, status: '' }, [nameError, statusError]],
    ['all three', { name: null, categoryId: 1.5, status: null }, [nameError, categoryIdError, statusError]],
    ['missing members', {}, [nameError, categoryIdError].map((error) => error.replace('must', 'is required: it must'))],
  ])('reports the errors of %s and no others', (_, fields, errors) => {
    expect(() => NewPet.of(fields)).toThrow(InvalidNewPet);
    expect(() => NewPet.of(fields)).toThrow(new Error(errors.join('; ')));
  });
});

describe('Pet', () => {
  const stored = { id: '9223372036854775807', name: ' Zoe\u0308 ', categoryId: '-9007199254740993', status: 'pending' };
  const pet = Pet.restore(stored);
  const [first, second] = newPetSamples.map((sample) => Pet.register(pet.id, NewPet.of(sample))) as [Pet, Pet];

  it('a snapshot has every member, and restore accepts it', () => {
    expect(Object.keys(first.snapshot()).sort()).toEqual(['id', ...Object.keys(NewPet.fields)].sort());
    expect(Pet.restore(first.snapshot())).toEqual(first);
  });

  it('register and restore keep the values', () => {
    expect(pet.snapshot()).toEqual(stored);
    const newPet = NewPet.of({ name: ' Zoe\u0308 ', categoryId: -9007199254740993n, status: 'pending' });
    expect(Pet.register(new PetId('9223372036854775807'), newPet)).toEqual(pet);
  });

  it.each(['lost', 'Sold', ''])('restore refuses the unknown status %p', (status) => {
    expect(() => Pet.restore({ ...stored, status })).toThrow(new Error(`the stored status ${status} is unknown`));
  });

  it.each(Object.keys(NewPet.fields) as (keyof PetFields)[])('update can change only the member %s', (member) => {
    const before = first.snapshot();
    const updated = first.update({ [member]: second[member] });
    expect(updated.snapshot()).toEqual({ ...before, [member]: second.snapshot()[member] });
    expect(first.snapshot()).toEqual(before);
  });

  it('update returns the same Pet if nothing changes', () => {
    expect(pet.update({})).toBe(pet);
    expect(pet.update({ name: PetName.of(stored.name), status: PetStatus.of('pending') })).toBe(pet);
  });
});
