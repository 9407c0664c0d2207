import type { AbortSignal, IdempotencyKey, Transaction, Transactions } from '@petstore/kernel';
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
  execute(newOrder: NewOrder, key?: IdempotencyKey, signal?: AbortSignal): Promise<Order> {
    const place = (transaction: Transaction) => this.place(newOrder, key, transaction);
    return this.transactions.run(place, { key, id: newOrder.petId, signal });
  }

  /**
   * The key is stored before the pet is locked, so that a concurrent repeat waits for the key only. The order is added after that,
   * so that the orders of one pet get ascending ids in the order in which they are placed.
   */
  private async place(newOrder: NewOrder, key: IdempotencyKey | undefined, transaction: Transaction): Promise<Order> {
    const placed = key && (await this.orders.claim(key, newOrder, transaction));
    if (placed) return placed.asPlaced;
    const pet = await this.pets.lock(newOrder.petId, transaction);
    if (!pet) throw new UnknownPet();
    if (pet.status !== 'available') throw new PetNotAvailable(pet.status);
    const order = await this.orders.add(newOrder, key, transaction);
    await pet.changeStatus(order.petStatus);
    return order;
  }
}
