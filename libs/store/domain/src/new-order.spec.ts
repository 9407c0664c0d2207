import { NewOrder } from './new-order.ts';
import { OrderReference } from './order-reference.ts';
import { OrderedPetId } from './ordered-pet-id.ts';

const newOrder = (petId: number, reference?: string) =>
  NewOrder.of({
    petId: OrderedPetId.of(petId),
    reference: reference === undefined ? undefined : OrderReference.of(reference),
  });

it('the text of equal NewOrders is equal, and stays as it is stored with idempotency keys', () => {
  expect(newOrder(7, 'A "1"').canonical).toBe('["7","A \\"1\\""]');
  expect(newOrder(7).canonical).toBe('["7",null]');
});

it('the text of NewOrders differs if a member differs', () => {
  const texts = [newOrder(7), newOrder(8), newOrder(7, 'a'), newOrder(7, 'A'), newOrder(7, 'null')];
  expect(new Set(texts.map(({ canonical }) => canonical)).size).toBe(5);
});
