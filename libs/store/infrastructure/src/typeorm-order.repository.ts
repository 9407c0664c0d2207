import { executeStatement, RememberedKeys } from '@petstore/database';
import { Deadline, type IdempotencyKey, type Transaction } from '@petstore/kernel';
import {
  OrderId,
  OrderRepository,
  OrderStatus,
  type LockedOrder,
  type NewOrder,
  type Order,
  type OrderedPetId,
  type OrderQuery,
  type RememberedOrder,
} from '@petstore/store-domain';
import type { DataSource } from 'typeorm';
import { toOrder } from './order-rows.ts';
import {
  changedOrder,
  idSequence,
  lockedOrder,
  newOrder,
  orderById,
  orderPage,
  orderPageByPet,
  orderPageByStatus,
  placedOrderOfPet,
} from './order-statements.ts';

/** Less than every id, because ids start at 1. */
const beforeFirstId = '0';

const keys = new RememberedKeys<NewOrder>({ kind: 'order', idSequence, canonicalText: ({ canonical }) => canonical });

export class TypeOrmOrderRepository extends OrderRepository {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  async remember(key: IdempotencyKey, values: NewOrder, transaction: Transaction): Promise<RememberedOrder> {
    const remembered = await keys.remember(transaction, values, key);
    const id = OrderId.restore(remembered.id);
    if (!remembered.isCreated) return { id };
    const [row] = await orderById.runIn(transaction, [id.decimal]);
    return { id, placed: toOrder(row!) };
  }

  async add({ petId, reference }: NewOrder, id: OrderId | undefined, transaction: Transaction): Promise<Order> {
    const [row] = await newOrder.runIn(transaction, [petId.decimal, reference?.text ?? null, id?.decimal ?? null]);
    return toOrder(row!);
  }

  async lock(id: OrderId, transaction: Transaction): Promise<LockedOrder | undefined> {
    const [found] = await lockedOrder.runIn(transaction, [id.decimal, OrderStatus.values]);
    if (!found) return undefined;
    const [orderId, petId, status, reference, placedAt, updatedAt, isLatest] = found;
    return { order: toOrder([orderId, petId, status, reference, placedAt, updatedAt]), isLatest: isLatest === 't' };
  }

  async update(order: Order, transaction: Transaction): Promise<Order> {
    const { id, status } = order.snapshot();
    const [row] = await changedOrder.runIn(transaction, [id, status]);
    return toOrder(row!);
  }

  async hasPlaced(petId: OrderedPetId, transaction: Transaction): Promise<boolean> {
    return (await placedOrderOfPet.runIn(transaction, [petId.decimal])).length > 0;
  }

  async find(id: OrderId, deadline = Deadline.none): Promise<Order | undefined> {
    const [row] = await executeStatement(this.dataSource, orderById, 'read', [id.decimal], deadline);
    return row && toOrder(row);
  }

  async list({ status, petId, after, limit }: OrderQuery, deadline = Deadline.none): Promise<Order[]> {
    const position = [after?.decimal ?? beforeFirstId, limit];
    const [statement, filters] = petId
      ? [orderPageByPet, [petId.decimal, status ? [status.value] : OrderStatus.values]]
      : status
        ? [orderPageByStatus, [status.value]]
        : [orderPage, []];
    const rows = await executeStatement(this.dataSource, statement, 'read', [...position, ...filters], deadline);
    return rows.map(toOrder);
  }
}
