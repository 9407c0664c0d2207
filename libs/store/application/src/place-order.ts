import type { AbortSignal, IdempotencyKey, Transaction, Transactions } from '@petstore/kernel';
import { Order, type NewOrder, type OrderedPets, type OrderRepository } from '@petstore/store-domain';

export class PlaceOrder {
  constructor(
    private readonly orders: OrderRepository,
    private readonly pets: OrderedPets,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Places the order, which reserves the pet.
   * @param actor who places it, see DomainEvent
   * @param key if it has placed an order within its lifetime, `execute` returns that order as it was placed and changes nothing
   * @throws UnknownPet, or the error of the pet if it is not available
   * @throws IdempotencyMismatch if the key belongs to another NewOrder or another kind of resource
   * @throws IdempotencyConflict if another request with the key did not finish in time
   */
  execute(newOrder: NewOrder, actor: string, key?: IdempotencyKey, signal?: AbortSignal): Promise<Order> {
    const place = (transaction: Transaction) => this.place(newOrder, actor, key, transaction);
    return this.transactions.run(place, { key, id: newOrder.petId, signal });
  }

  /**
   * The key is locked before the pet, so that a concurrent repeat waits for the key only. The order gets its id after the pet is locked, so
   * that the ids of the orders of one pet ascend in the order in which the orders are placed.
   */
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
