import { IdempotencyMismatch, type DomainEvent, type IdempotencyKey, type Transaction } from '@petstore/kernel';
import { InMemoryEventLog, InMemoryLocks } from '@petstore/kernel/testing';
import { Order, type NewOrder, type NextOrder } from '../order.ts';
import { OrderRepository, type LockedOrder, type OrderQuery } from '../order.repository.ts';
import { OrderId, type OrderedPetId } from '../order.value-objects.ts';

/**
 * Test double. Its ids start at 1. The time of its changes is that of the process. It refuses a change of an order that the transaction has
 * not locked, or that has no event.
 */
export class InMemoryOrderRepository extends OrderRepository {
  private readonly orders: Order[] = [];
  private readonly locks = new InMemoryLocks();
  private readonly keys = new Map<string, { readonly newOrder: string; readonly id: string }>();

  constructor(readonly log = new InMemoryEventLog()) {
    super();
  }

  async claim(key: IdempotencyKey, newOrder: NewOrder): Promise<Order | undefined> {
    const stored = this.keys.get(nameOf(key));
    if (stored && stored.newOrder !== JSON.stringify(newOrder.plain())) throw new IdempotencyMismatch();
    return stored && this.orders.find(({ id }) => id.decimal === stored.id);
  }

  async next(): Promise<NextOrder> {
    return { id: new OrderId(String(this.orders.length + 1)), now: new Date() };
  }

  async add(order: Order, key?: IdempotencyKey): Promise<void> {
    const event = eventOf(order);
    this.orders.push(stored(order));
    this.log.append(event);
    if (key) this.keys.set(nameOf(key), { newOrder: JSON.stringify(order.plain()), id: order.id.decimal });
  }

  async lock(id: OrderId, transaction: Transaction): Promise<LockedOrder | undefined> {
    this.locks.add(id, transaction);
    const order = await this.find(id);
    if (!order) return undefined;
    const isLatest = this.orders.findLast(({ petId }) => petId.decimal === order.petId.decimal) === order;
    return { order, isLatest, now: new Date() };
  }

  async update(order: Order, transaction: Transaction): Promise<void> {
    this.locks.require(order.id, transaction);
    const event = eventOf(order);
    const index = this.orders.findIndex(({ id }) => id.decimal === order.id.decimal);
    this.orders[index] = stored(order);
    this.log.append(event);
  }

  async hasPlacedOrder({ decimal }: OrderedPetId): Promise<boolean> {
    return this.orders.some((order) => order.petId.decimal === decimal && order.status === 'placed');
  }

  async find(id: OrderId): Promise<Order | undefined> {
    return this.orders.find((order) => order.id.decimal === id.decimal);
  }

  async list({ status, petId, after, limit }: OrderQuery): Promise<Order[]> {
    const matching = this.orders.filter((order) => {
      if (status && order.status !== status) return false;
      if (petId && order.petId.decimal !== petId.decimal) return false;
      return !after || BigInt(order.id.decimal) > BigInt(after.decimal);
    });
    return matching.slice(0, limit);
  }
}

function nameOf({ owner, text }: IdempotencyKey): string {
  return `${owner} ${text}`;
}

function eventOf({ id, event }: Order): DomainEvent {
  if (!event) throw new Error(`The change of the order ${id.decimal} has no event: record it in the method of Order`);
  return event;
}

/** Returns the order as a repository reads it, without what has changed. */
function stored(order: Order): Order {
  const { placedAt, updatedAt } = order;
  return Order.restore({ ...order.snapshot(), placedAt, updatedAt });
}
