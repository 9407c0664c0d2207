import { OrderedPetId } from './ordered-pet-id.ts';

it.each([0, -1, 42, 2n ** 63n - 1n, -(2n ** 63n)])('accepts %p', (value) => {
  expect(OrderedPetId.of(value).decimal).toBe(String(value));
});

it.each([undefined, null, '42', 1.5, 2 ** 53, 2n ** 63n])('refuses %p', (value) => {
  expect(() => OrderedPetId.of(value)).toThrow(expect.objectContaining({ code: 'invalid_pet_id' }));
});
