import { IdempotencyMismatch, type IdempotencyKey } from '@petstore/kernel';
import type { NewOrder } from '../new-order.ts';
import { Order } from '../order.ts';
import { OrderId } from '../order-id.ts';
import { OrderRepository, type LockedOrder, type OrderQuery, type RememberedOrder } from '../order.repository.ts';
import type { OrderedPetId } from '../ordered-pet-id.ts';

/** Test double. Its ids start at 1. The time of its changes is that of the process. */
export class InMemoryOrderRepository extends OrderRepository {
  private readonly orders: Order[] = [];
  private readonly keys = new Map<string, { readonly canonical: string; readonly id: string }>();
  private lastId = 0;

  async remember({ owner, text }: IdempotencyKey, { canonical }: NewOrder): Promise<RememberedOrder> {
    const key = JSON.stringify([owner, text]);
    const stored = this.keys.get(key);
    const placed = stored && this.orders.find((order) => order.snapshot().id === stored.id);
    if (!placed) {
      const id = this.nextId();
      this.keys.set(key, { canonical, id });
      return { id: OrderId.restore(id) };
    }
    if (stored.canonical !== canonical) throw new IdempotencyMismatch();
    return { id: OrderId.restore(stored.id), placed };
  }

  async add({ petId, reference }: NewOrder, id?: OrderId): Promise<Order> {
    const placedAt = new Date().toISOString();
    const order = Order.restore({
      id: id?.decimal ?? this.nextId(),
      petId: petId.decimal,
      status: 'placed',
      ...(reference && { reference: reference.text }),
      placedAt,
      updatedAt: placedAt,
    });
    this.orders.push(order);
    return order;
  }

  async lock(id: OrderId): Promise<LockedOrder | undefined> {
    const order = await this.find(id);
    if (!order) return undefined;
    const ofPet = this.orders.filter(({ petId }) => petId.decimal === order.petId.decimal);
    return { order, isLatest: ofPet[ofPet.length - 1] === order };
  }

  async update(order: Order): Promise<Order> {
    const updated = Order.restore({ ...order.snapshot(), updatedAt: new Date().toISOString() });
    const index = this.orders.findIndex(({ id }) => id.decimal === order.id.decimal);
    this.orders[index] = updated;
    return updated;
  }

  async hasPlaced({ decimal }: OrderedPetId): Promise<boolean> {
    return this.orders.some((order) => order.petId.decimal === decimal && order.snapshot().status === 'placed');
  }

  async find(id: OrderId): Promise<Order | undefined> {
    return this.orders.find((order) => order.id.decimal === id.decimal);
  }

  async list({ status, petId, after, limit }: OrderQuery): Promise<Order[]> {
    const matching = this.orders.filter((order) => {
      const snapshot = order.snapshot();
      if (status && snapshot.status !== status.value) return false;
      if (petId && snapshot.petId !== petId.decimal) return false;
      return !after || BigInt(snapshot.id) > BigInt(after.decimal);
    });
    return matching.slice(0, limit);
  }

  private nextId(): string {
    return String(++this.lastId);
  }
}
