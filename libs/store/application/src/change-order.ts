import type { Deadline, Transaction, Transactions } from '@petstore/kernel';
import {
  OrderId,
  OrderNotFound,
  type LockedOrder,
  type Order,
  type OrderedPets,
  type OrderedPetStatus,
  type OrderRepository,
} from '@petstore/store-domain';

/** A use case that changes the status of an order, and of its pet, in one transaction. */
export abstract class ChangeOrder {
  constructor(
    private readonly orders: OrderRepository,
    private readonly pets: OrderedPets,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Changes nothing if the order has the new status already.
   * @throws OrderNotFound if there is no order with the id `orderId`, or if `orderId` is not a canonical int64
   * @throws InvalidOrderTransition if the order or its pet does not allow the transition
   */
  async execute(orderId: string, deadline?: Deadline): Promise<Order> {
    const id = OrderId.parse(orderId);
    const found = id && (await this.orders.find(id, deadline));
    if (!found) throw new OrderNotFound();
    const resources = [found.petId.resource];
    return this.transactions.run((transaction) => this.change(found, transaction), { resources, deadline });
  }

  private async change({ id, petId }: Order, transaction: Transaction): Promise<Order> {
    const pet = await this.pets.lock(petId, transaction);
    const locked = await this.orders.lock(id, transaction);
    if (!locked) throw new OrderNotFound();
    const changed = this.transition(locked, pet?.status);
    if (changed === locked.order) return changed;
    const stored = await this.orders.update(changed, transaction);
    await pet?.changeStatus(stored.petStatus);
    return stored;
  }

  /** @param petStatus undefined if the pet does not exist */
  protected abstract transition(locked: LockedOrder, petStatus: OrderedPetStatus | undefined): Order;
}
