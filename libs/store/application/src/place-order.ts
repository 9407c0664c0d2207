import type { Deadline, IdempotencyKey, Transactions } from '@petstore/kernel';
import {
  OrderedPetNotFound,
  PetNotAvailable,
  type NewOrder,
  type Order,
  type OrderedPets,
  type OrderRepository,
} from '@petstore/store-domain';

export class PlaceOrder {
  constructor(
    private readonly orders: OrderRepository,
    private readonly pets: OrderedPets,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Reserves an available pet: places the order, and the pet becomes pending.
   * @param key if it has placed an order within its lifetime, `execute` returns that order as it was placed and changes nothing
   * @throws OrderedPetNotFound, PetNotAvailable
   * @throws IdempotencyMismatch if the key belongs to another NewOrder or another kind of resource
   * @throws IdempotencyConflict if another request with the key did not finish in time
   */
  execute(newOrder: NewOrder, key?: IdempotencyKey, deadline?: Deadline): Promise<Order> {
    const { petId } = newOrder;
    return this.transactions.run(async (transaction) => {
      // The pet is locked first, so that the orders of one pet get ascending ids in the order in which they are placed.
      const pet = await this.pets.lock(petId, transaction);
      const remembered = key && (await this.orders.remember(key, newOrder, transaction));
      if (remembered?.placed) return remembered.placed.asPlaced;
      if (!pet) throw new OrderedPetNotFound();
      if (pet.status !== 'available') throw new PetNotAvailable(pet.status);
      const order = await this.orders.add(newOrder, remembered?.id, transaction);
      await pet.changeStatus(order.petStatus);
      return order;
    }, deadline);
  }
}
