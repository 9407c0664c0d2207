import { CategoryId } from './category-id.ts';
import { NewPet } from './pet.ts';
import { InvalidNewPet } from './pet.errors.ts';
import { PetName } from './pet-name.ts';
import { PetStatus } from './pet-status.ts';
import { newPetSamples } from './testing/index.ts';

const valid = { name: 'Rex', categoryId: 1, status: 'sold' };

const nameError = `name must be ${PetName.allowed}`;
const categoryIdError = `categoryId must be ${CategoryId.allowed}`;
const statusError = `status must be ${PetStatus.allowed}`;

describe('NewPet.parse', () => {
  it('creates value objects from the fields', () => {
    const newPet = NewPet.parse(valid);
    expect(newPet.name.text).toBe('Rex');
    expect(newPet.categoryId.decimal).toBe('1');
    expect(newPet.status).toBe(PetStatus.of('sold'));
  });

  it('sets the status available by default', () => {
    expect(NewPet.parse({ name: 'Rex', categoryId: 1 }).status).toBe(PetStatus.of('available'));
    expect(NewPet.parse({ ...valid, status: undefined }).status).toBe(PetStatus.of('available'));
  });

  it('refuses null as a status', () => {
    expect(() => NewPet.parse({ ...valid, status: null })).toThrow(new Error(statusError));
  });

  it.each([
    ['name', { ...valid, name: ' ' }, [nameError]],
    ['categoryId', { ...valid, categoryId: '1' }, [categoryIdError]],
    ['status', { ...valid, status: 'lost' }, [statusError]],
    ['name and status', { ...valid, name: 7, status: '' }, [nameError, statusError]],
    ['all three', { name: null, categoryId: 1.5, status: 0 }, [nameError, categoryIdError, statusError]],
  ])('reports the errors of %s and no others', (_, fields, errors) => {
    expect(() => NewPet.parse(fields)).toThrow(InvalidNewPet);
    expect(() => NewPet.parse(fields)).toThrow(new Error(errors.join('; ')));
  });

  it('reports missing fields that are required', () => {
    expect(() => NewPet.parse({})).toThrow(
      new Error(
        `name is required: it must be ${PetName.allowed}; categoryId is required: it must be ${CategoryId.allowed}`,
      ),
    );
  });

  it('rethrows an error that is not a DomainError', () => {
    const unreadable = {
      ...valid,
      get name(): unknown {
        throw new TypeError('cannot read name');
      },
    };
    expect(() => NewPet.parse(unreadable)).toThrow(TypeError);
  });
});

describe('the canonical text of a NewPet', () => {
  const canonical = (fields: object) => NewPet.parse({ ...valid, ...fields }).canonical;

  it('is equal for equal values in different notations', () => {
    expect(canonical({ categoryId: 1n, status: undefined })).toBe(canonical({ categoryId: 1, status: 'available' }));
  });

  it('differs when a member differs', () => {
    const texts = [
      {},
      { name: 'rex' },
      { name: 'Rex ' },
      { name: 'Zo\u00eb' },
      { name: 'Zoe\u0308' },
      { name: 'Rex","1' },
      { categoryId: -1 },
      { categoryId: 11 },
      { status: 'pending' },
    ].map(canonical);
    expect(new Set(texts).size).toBe(texts.length);
  });

  it.each(Object.entries(newPetSamples[1]))('differs when only the member %s differs', (member, value) => {
    expect(canonical({ ...newPetSamples[0], [member]: value })).not.toBe(canonical(newPetSamples[0]));
  });

  it('does not change between releases, because the database stores its hash', () => {
    expect(canonical({})).toBe('["Rex","1","sold"]');
  });
});
