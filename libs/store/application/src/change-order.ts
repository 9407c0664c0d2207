import type { AbortSignal, Transaction, Transactions } from '@petstore/kernel';
import { OrderId, OrderNotFound, type Order, type OrderedPets, type OrderRepository } from '@petstore/store-domain';

export type OrderTransition = 'complete' | 'cancel' | 'return';

export class ChangeOrder {
  constructor(
    private readonly orders: OrderRepository,
    private readonly pets: OrderedPets,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Changes the status of an order, and of its pet. Changes nothing if the order has the new status already.
   * @throws OrderNotFound if there is no order with the id `orderId`, or if `orderId` is not a canonical int64
   * @throws InvalidOrderTransition if the order or its pet does not allow the transition
   */
  async execute(orderId: string, transition: OrderTransition, signal?: AbortSignal): Promise<Order> {
    const id = OrderId.parse(orderId);
    const found = id && (await this.orders.find(id, signal));
    if (!found) throw new OrderNotFound();
    const change = (transaction: Transaction) => this.change(found, transition, transaction);
    return this.transactions.run(change, { id: found.petId, signal });
  }

  private async change({ id, petId }: Order, transition: OrderTransition, transaction: Transaction): Promise<Order> {
    const pet = await this.pets.lock(petId, transaction);
    const locked = await this.orders.lock(id, transaction);
    if (!locked) throw new OrderNotFound();
    const { order, isLatest } = locked;
    const changed = transition === 'return' ? order.return(isLatest, pet?.status) : order[transition]();
    if (changed === order) return order;
    const stored = await this.orders.update(changed, transaction);
    await pet?.changeStatus(stored.petStatus);
    return stored;
  }
}
