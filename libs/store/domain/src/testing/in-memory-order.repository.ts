import { IdempotencyMismatch, type IdempotencyKey } from '@petstore/kernel';
import { Order, type NewOrder } from '../order.ts';
import { OrderRepository, type LockedOrder, type OrderQuery } from '../order.repository.ts';
import type { OrderedPetId, OrderId } from '../order.value-objects.ts';

/** Test double. Its ids start at 1. The time of its changes is that of the process. */
export class InMemoryOrderRepository extends OrderRepository {
  private readonly orders: Order[] = [];
  private readonly keys = new Map<string, { readonly newOrder: string; readonly id: string }>();

  async claim(key: IdempotencyKey, newOrder: NewOrder): Promise<Order | undefined> {
    const stored = this.keys.get(nameOf(key));
    if (stored && stored.newOrder !== JSON.stringify(newOrder)) throw new IdempotencyMismatch();
    return stored && this.orders.find(({ id }) => id.decimal === stored.id);
  }

  async add(newOrder: NewOrder, key?: IdempotencyKey): Promise<Order> {
    const { petId, reference } = newOrder;
    const placedAt = new Date();
    const order = Order.restore({
      id: String(this.orders.length + 1),
      petId: petId.decimal,
      status: 'placed',
      reference: reference?.text ?? null,
      placedAt,
      updatedAt: placedAt,
    });
    this.orders.push(order);
    if (key) this.keys.set(nameOf(key), { newOrder: JSON.stringify(newOrder), id: order.id.decimal });
    return order;
  }

  async lock(id: OrderId): Promise<LockedOrder | undefined> {
    const order = await this.find(id);
    if (!order) return undefined;
    const isLatest = this.orders.findLast(({ petId }) => petId.decimal === order.petId.decimal) === order;
    return { order, isLatest };
  }

  async update(order: Order): Promise<Order> {
    const reference = order.reference?.text ?? null;
    const [placedAt, updatedAt] = [order.placedAt, new Date()];
    const updated = Order.restore({ ...order.snapshot(), reference, placedAt, updatedAt });
    const index = this.orders.findIndex(({ id }) => id.decimal === order.id.decimal);
    this.orders[index] = updated;
    return updated;
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
