import { InvalidPetStatus } from './pet.errors.ts';
import { PetStatus } from './pet-status.ts';

it('is available, pending or sold', () => {
  expect(PetStatus.values).toEqual(['available', 'pending', 'sold']);
});

it('is available at first', () => {
  expect(PetStatus.initial).toBe(PetStatus.available);
});

it.each(PetStatus.values)('is one object for %s, so that === is equality', (value) => {
  expect(PetStatus.of(value)).toBe(PetStatus[value]);
  expect(PetStatus.of(value).value).toBe(value);
});

it.each(['Available', 'SOLD', ' sold', 'sold\n', 'sold,pending', 'adopted', ''])('refuses the spelling %p', (text) => {
  expect(() => PetStatus.of(text)).toThrow(InvalidPetStatus);
});

it.each(['__proto__', 'constructor', 'of', 'initial', 'values'])(
  'refuses %p: a word of JavaScript, no status',
  (text) => {
    expect(() => PetStatus.of(text)).toThrow(InvalidPetStatus);
  },
);

it.each([undefined, null, 0, true, ['sold'], { value: 'sold' }])('refuses %p: no string', (value) => {
  expect(() => PetStatus.of(value)).toThrow(InvalidPetStatus);
});
