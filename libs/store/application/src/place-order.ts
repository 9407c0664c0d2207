import type { AbortSignal, IdempotencyKey, Transaction, Transactions } from '@petstore/kernel';
import { Order, type NewOrder, type OrderedPets, type OrderRepository } from '@petstore/store-domain';

export class PlaceOrder {
  constructor(
    private readonly orders: OrderRepository,
    private readonly pets: OrderedPets,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Places the order, which reserves the pet. If the key has placed an order already, returns that order as it was placed.
   * @throws UnknownPet, IdempotencyMismatch, IdempotencyConflict, or the error of the pet if it is not available
   */
  execute(newOrder: NewOrder, actor: string, key?: IdempotencyKey, signal?: AbortSignal): Promise<Order> {
    const place = (transaction: Transaction) => this.place(newOrder, actor, key, transaction);
    return this.transactions.run(place, { key, id: newOrder.petId, signal });
  }

  /** The key is locked before the pet, so that a concurrent repeat waits for the key only. */
  private async place(
    newOrder: NewOrder,
    actor: string,
    key: IdempotencyKey | undefined,
    transaction: Transaction,
  ): Promise<Order> {
    const placed = key && (await this.orders.claim(key, newOrder, transaction));
    if (placed) return placed.asPlaced;
    const pet = await this.pets.lock(newOrder.petId, transaction);
    const order = Order.place(await this.orders.next(transaction), newOrder, pet, actor);
    await this.pets.update(order.pet!, transaction);
    await this.orders.add(order, key, transaction);
    return order;
  }
}
