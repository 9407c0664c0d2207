import { OrderedPetId, OrderReference, OrderStatus } from './order.value-objects.ts';

it.each([
  ...['a', ' \tA-17\n', 'Zoe\u0308', '\u{1f408}'.repeat(255)].map(
    (text) => [OrderReference, text, new OrderReference(text)] as const,
  ),
  ...[0, -1, 42, 2n ** 63n - 1n, -(2n ** 63n)].map((id) => [OrderedPetId, id, new OrderedPetId(String(id))] as const),
  ...OrderStatus.values.map((value) => [OrderStatus, value, value] as const),
])('%p.of accepts %p and does not change it', (valueObject, value, expected) => {
  expect(valueObject.of(value)).toEqual(expected);
});

it.each([
  ...[undefined, null, 7, '', ' ', 'A\0', '\ud83d', 'x'.repeat(256)].map(
    (value) => [OrderReference, value, 'invalid_order_reference'] as const,
  ),
  ...[undefined, null, '42', 1.5, 2 ** 53, 2n ** 63n].map((value) => [OrderedPetId, value, 'invalid_pet_id'] as const),
  ...['Placed', '', 'placed ', 'lost', null, undefined, 1].map(
    (value) => [OrderStatus, value, 'invalid_order_status'] as const,
  ),
])('%p.of refuses %p', (valueObject, value, code) => {
  expect(() => valueObject.of(value)).toThrow(expect.objectContaining({ code }));
});
