import { InvalidOrderTransition, OrderNotFound, UnknownPet, PetNotAvailable } from './order.errors.ts';

it.each([
  [new OrderNotFound(), 'order_not_found', 'There is no order with this orderId.'],
  [new UnknownPet(), 'unknown_pet', 'petId must be the id of an animal in the store: there is no animal with this id.'],
  [new PetNotAvailable('sold'), 'pet_not_available', 'The animal is sold: only an available animal can be ordered.'],
  [new InvalidOrderTransition('No.'), 'invalid_order_transition', 'No.'],
])('%s', (error, code, message) => {
  expect(error).toMatchObject({ code, message });
});
