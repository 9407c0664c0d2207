import { IdempotencyMismatch, type IdempotencyKey } from '@petstore/kernel';
import { InMemoryEventLog } from '@petstore/kernel/testing';
import { Order, type NewOrder, type NextOrder } from '../order.ts';
import { OrderRepository, type LockedOrder, type OrderQuery } from '../order.repository.ts';
import { OrderId, type OrderedPetId } from '../order.value-objects.ts';

/** Test double. Its ids start at 1. The time of its changes is that of the process. */
export class InMemoryOrderRepository extends OrderRepository {
  private readonly orders: Order[] = [];
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
    this.orders.push(stored(order));
    this.log.append(order.event);
    if (key) this.keys.set(nameOf(key), { newOrder: JSON.stringify(order.plain()), id: order.id.decimal });
  }

  async lock(id: OrderId): Promise<LockedOrder | undefined> {
    const order = await this.find(id);
    if (!order) return undefined;
    const isLatest = this.orders.findLast(({ petId }) => petId.decimal === order.petId.decimal) === order;
    return { order, isLatest, now: new Date() };
  }

  async update(order: Order): Promise<void> {
    const index = this.orders.findIndex(({ id }) => id.decimal === order.id.decimal);
    this.orders[index] = stored(order);
    this.log.append(order.event);
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

/** Returns the order as a repository reads it, without what has changed. */
function stored(order: Order): Order {
  const { placedAt, updatedAt } = order;
  return Order.restore({ ...order.snapshot(), placedAt, updatedAt });
}
