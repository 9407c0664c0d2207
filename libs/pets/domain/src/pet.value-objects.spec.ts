import { CategoryId, PetName, PetStatus } from './pet.value-objects.ts';

it.each([
  ...['a', ' \tRex\n', 'Zoe\u0308', '\u{1f408}'.repeat(255)].map((text) => [PetName, text, new PetName(text)] as const),
  ...[-7, 2n ** 63n - 1n, -(2n ** 63n)].map((id) => [CategoryId, id, new CategoryId(String(id))] as const),
  ...PetStatus.values.map((value) => [PetStatus, value, value] as const),
])('%p.of accepts %p and does not change it', (valueObject, value, expected) => {
  expect(valueObject.of(value)).toEqual(expected);
});

it.each([
  ...[undefined, null, 7, '', ' ', 'Re\0x', '\ud83d', 'x'.repeat(256)].map(
    (value) => [PetName, value, 'invalid_pet_name'] as const,
  ),
  ...[2n ** 63n, 2 ** 53, 1.5, NaN, undefined, null, true, '1', [1]].map(
    (value) => [CategoryId, value, 'invalid_category_id'] as const,
  ),
  ...['Available', ' sold', 'sold\n', '', '__proto__', 'constructor', 'values', undefined, null, 0, ['sold']].map(
    (value) => [PetStatus, value, 'invalid_pet_status'] as const,
  ),
])('%p.of refuses %p', (valueObject, value, code) => {
  expect(() => valueObject.of(value)).toThrow(expect.objectContaining({ code, message: expect.any(String) }));
});

it.each([
  [
    () => PetName.of([]),
    'name must be a string of 1 to 255 Unicode characters, not only white space, without U+0000 or lone surrogates',
  ],
  [() => CategoryId.of('7'), 'categoryId must be an integer from -9223372036854775808 to 9223372036854775807'],
  [
    () => CategoryId.of(undefined),
    'categoryId is required: it must be an integer from -9223372036854775808 to 9223372036854775807',
  ],
  [() => PetStatus.of('lost'), 'status must be one of available, pending, sold'],
])('the error of %p names the member and the rule, and not the value', (parse, message) => {
  expect(parse).toThrow(new Error(message));
});
