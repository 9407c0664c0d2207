import { PetStatus } from './pet-status.ts';

const invalidPetStatus = expect.objectContaining({ code: 'invalid_pet_status' });

it('has the values available, pending and sold', () => {
  expect(PetStatus.values).toEqual(['available', 'pending', 'sold']);
});

it('has the initial value available', () => {
  expect(PetStatus.initial).toBe(PetStatus.of('available'));
});

it.each(PetStatus.values)('has one object for %s, so that === compares by value', (value) => {
  expect(PetStatus.of(value)).toBe(PetStatus.of(String(value)));
  expect(PetStatus.of(value).value).toBe(value);
});

it.each(['Available', 'SOLD', ' sold', 'sold\n', 'sold,pending', 'adopted', ''])('refuses the spelling %p', (text) => {
  expect(() => PetStatus.of(text)).toThrow(invalidPetStatus);
});

it.each(['__proto__', 'constructor', 'of', 'initial', 'values'])(
  'refuses %p, which is a property name and not a status',
  (text) => {
    expect(() => PetStatus.of(text)).toThrow(invalidPetStatus);
  },
);

it.each([undefined, null, 0, true, ['sold'], { value: 'sold' }])('refuses %p, which is not a string', (value) => {
  expect(() => PetStatus.of(value)).toThrow(invalidPetStatus);
});
