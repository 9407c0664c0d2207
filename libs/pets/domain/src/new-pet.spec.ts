import { CategoryId } from './category-id.ts';
import { NewPet } from './new-pet.ts';
import { InvalidNewPet } from './pet.errors.ts';
import { PetName } from './pet-name.ts';
import { PetStatus } from './pet-status.ts';

const valid = { name: 'Rex', categoryId: 1, status: 'sold' };

const nameFault = `name must be ${PetName.allowed}`;
const categoryIdFault = `categoryId must be ${CategoryId.allowed}`;
const statusFault = `status must be ${PetStatus.allowed}`;

it('takes what it is given', () => {
  const newPet = NewPet.of(valid);
  expect(newPet.name.text).toBe('Rex');
  expect(newPet.categoryId.decimal).toBe('1');
  expect(newPet.status).toBe(PetStatus.sold);
});

it('is available when nothing else is said', () => {
  expect(NewPet.of({ name: 'Rex', categoryId: 1 }).status).toBe(PetStatus.available);
  expect(NewPet.of({ ...valid, status: undefined }).status).toBe(PetStatus.available);
});

it('does not take null for nothing said', () => {
  expect(() => NewPet.of({ ...valid, status: null })).toThrow(new Error(statusFault));
});

it.each([
  ['name', { ...valid, name: ' ' }, [nameFault]],
  ['categoryId', { ...valid, categoryId: '1' }, [categoryIdFault]],
  ['status', { ...valid, status: 'lost' }, [statusFault]],
  ['name and status', { ...valid, name: 7, status: '' }, [nameFault, statusFault]],
  ['all three', { name: null, categoryId: 1.5, status: 0 }, [nameFault, categoryIdFault, statusFault]],
])('tells what is wrong with %s, and nothing else', (_, fields, faults) => {
  expect(() => NewPet.of(fields)).toThrow(InvalidNewPet);
  expect(() => NewPet.of(fields)).toThrow(new Error(faults.join('; ')));
});

it('says which fields are missing; status may be', () => {
  expect(() => NewPet.of({})).toThrow(
    new Error(
      `name is required: it must be ${PetName.allowed}; categoryId is required: it must be ${CategoryId.allowed}`,
    ),
  );
});

it('does not take a failure of the program for a fault of the animal', () => {
  const unreadable = {
    ...valid,
    get name(): unknown {
      throw new TypeError('cannot read name');
    },
  };
  expect(() => NewPet.of(unreadable)).toThrow(TypeError);
});

describe('its canonical text', () => {
  const canonical = (fields: object) => NewPet.of({ ...valid, ...fields }).canonical;

  it('is the same however the same was said', () => {
    expect(canonical({ categoryId: 1n, status: undefined })).toBe(canonical({ categoryId: 1, status: 'available' }));
  });

  it('differs wherever anything differs', () => {
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

  it('stays what it is: stores remember it beyond a release', () => {
    expect(canonical({})).toBe('["Rex","1","sold"]');
  });
});
