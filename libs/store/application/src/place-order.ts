import type { Deadline, IdempotencyKey, Transaction, Transactions } from '@petstore/kernel';
import {
  UnknownPet,
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
   * @throws UnknownPet, PetNotAvailable
   * @throws IdempotencyMismatch if the key belongs to another NewOrder or another kind of resource
   * @throws IdempotencyConflict if another request with the key did not finish in time
   */
  execute(newOrder: NewOrder, key?: IdempotencyKey, deadline?: Deadline): Promise<Order> {
    const resources = [newOrder.petId.resource, ...(key ? [key.resource] : [])];
    return this.transactions.run((transaction) => this.place(newOrder, key, transaction), { resources, deadline });
  }

  private async place(newOrder: NewOrder, key: IdempotencyKey | undefined, transaction: Transaction): Promise<Order> {
    // The pet is locked first, so that the orders of one pet get ascending ids in the order in which they are placed.
    const pet = await this.pets.lock(newOrder.petId, transaction);
    const remembered = key && (await this.orders.remember(key, newOrder, transaction));
    if (remembered?.placed) return remembered.placed.asPlaced;
    if (!pet) throw new UnknownPet();
    if (pet.status !== 'available') throw new PetNotAvailable(pet.status);
    const order = await this.orders.add(newOrder, remembered?.id, transaction);
    await pet.changeStatus(order.petStatus);
    return order;
  }
}
