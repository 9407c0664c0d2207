import type { AbortSignal, Transaction, Transactions } from '@petstore/kernel';
import { OrderId, OrderNotFound, type Order, type OrderedPets, type OrderRepository } from '@petstore/store-domain';

export type OrderTransition = 'complete' | 'cancel' | 'return';

export class ChangeOrder {
  constructor(
    private readonly orders: OrderRepository,
    private readonly pets: OrderedPets,
    private readonly transactions: Transactions,
  ) {}

  /** Changes the status of an order, and of its pet. @throws OrderNotFound, InvalidOrderTransition, or the error of the pet */
  async execute(orderId: string, transition: OrderTransition, actor: string, signal?: AbortSignal): Promise<Order> {
    const id = OrderId.parse(orderId);
    const found = id && (await this.orders.find(id, signal));
    if (!found) throw new OrderNotFound();
    const change = (transaction: Transaction) => this.change(found, transition, actor, transaction);
    return this.transactions.run(change, { id: found.petId, signal });
  }

  private async change(
    { id, petId }: Order,
    transition: OrderTransition,
    actor: string,
    transaction: Transaction,
  ): Promise<Order> {
    const pet = await this.pets.lock(petId, transaction);
    const locked = await this.orders.lock(id, transaction);
    if (!locked) throw new OrderNotFound();
    const { order, isLatest, now } = locked;
    const changed = order[transition]({ isLatest, now, pet, actor });
    if (changed === order) return order;
    if (changed.pet) await this.pets.update(changed.pet, transaction);
    await this.orders.update(changed, transaction);
    return changed;
  }
}
