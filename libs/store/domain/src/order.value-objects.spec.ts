import { OrderedPetId, OrderReference, OrderStatus } from './order.value-objects.ts';

it.each([
  [OrderReference, ' \tZoe\u0308\n', new OrderReference(' \tZoe\u0308\n')] as const,
  [OrderedPetId, -(2n ** 63n), new OrderedPetId('-9223372036854775808')] as const,
  ...OrderStatus.values.map((value) => [OrderStatus, value, value] as const),
])('%p.of accepts %p and does not change it', (valueObject, value, expected) => {
  expect(valueObject.of(value)).toEqual(expected);
});

const textRule = 'a string of 1 to 255 Unicode characters, not only white space, without U+0000 or lone surrogates';
const idRule = 'an integer from -9223372036854775808 to 9223372036854775807';
const statusRule = 'one of placed, completed, cancelled, returned';

it.each([
  [OrderReference, ' ', 'invalid_order_reference', `reference must be ${textRule}`] as const,
  [OrderedPetId, '42', 'invalid_pet_id', `petId must be ${idRule}`] as const,
  ...['Placed', '', 'placed ', 'lost', null, 1].map(
    (value) => [OrderStatus, value, 'invalid_order_status', `status must be ${statusRule}`] as const,
  ),
])('%p.of refuses %p, and its error names the member and the rule', (valueObject, value, code, message) => {
  expect(() => valueObject.of(value)).toThrow(expect.objectContaining({ code, message }));
});
