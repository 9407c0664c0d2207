import { CategoryId, PetName, PetStatus } from './pet.value-objects.ts';

it.each([
  [PetName, ' \tZoe\u0308\n', new PetName(' \tZoe\u0308\n')] as const,
  [CategoryId, -(2n ** 63n), new CategoryId('-9223372036854775808')] as const,
  ...PetStatus.values.map((value) => [PetStatus, value, value] as const),
])('%p.of accepts %p and does not change it', (valueObject, value, expected) => {
  expect(valueObject.of(value)).toEqual(expected);
});

const nameRule = 'a string of 1 to 255 Unicode characters, not only white space, without U+0000 or lone surrogates';
const idRule = 'an integer from -9223372036854775808 to 9223372036854775807';

it.each([
  [PetName, ' ', 'invalid_pet_name', `name must be ${nameRule}`] as const,
  [CategoryId, '7', 'invalid_category_id', `categoryId must be ${idRule}`] as const,
  ...['Available', ' sold', 'sold\n', '', '__proto__', 'constructor', 'values', null, 0, ['sold']].map(
    (value) => [PetStatus, value, 'invalid_pet_status', 'status must be one of available, pending, sold'] as const,
  ),
])('%p.of refuses %p, and its error names the member and the rule', (valueObject, value, code, message) => {
  expect(() => valueObject.of(value)).toThrow(expect.objectContaining({ code, message }));
});
