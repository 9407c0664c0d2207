import { PetStatus } from './pet-status.ts';

const refusal = expect.objectContaining({ code: 'invalid_pet_status' });

it('is available, pending or sold', () => {
  expect(PetStatus.values).toEqual(['available', 'pending', 'sold']);
});

it('is available initially', () => {
  expect(PetStatus.initial).toBe(PetStatus.of('available'));
});

it.each(PetStatus.values)('has one object for %s, so that === compares by value', (value) => {
  expect(PetStatus.of(value)).toBe(PetStatus.of(String(value)));
  expect(PetStatus.of(value).value).toBe(value);
});

it.each(['Available', 'SOLD', ' sold', 'sold\n', 'sold,pending', 'adopted', ''])('refuses the spelling %p', (text) => {
  expect(() => PetStatus.of(text)).toThrow(refusal);
});

it.each(['__proto__', 'constructor', 'of', 'initial', 'values'])(
  'refuses %p: a property name, not a status',
  (text) => {
    expect(() => PetStatus.of(text)).toThrow(refusal);
  },
);

it.each([undefined, null, 0, true, ['sold'], { value: 'sold' }])('refuses %p: not a string', (value) => {
  expect(() => PetStatus.of(value)).toThrow(refusal);
});
