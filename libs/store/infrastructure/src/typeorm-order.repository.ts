import { hash } from 'node:crypto';
import { IdempotencyKeys, readUntilAborted, runnerOf, translate, type KeyedRequest } from '@petstore/database';
import type { AbortSignal, IdempotencyKey, Transaction } from '@petstore/kernel';
import {
  Order,
  OrderRepository,
  OrderStatus,
  type LockedOrder,
  type NewOrder,
  type OrderedPetId,
  type OrderId,
  type OrderQuery,
} from '@petstore/store-domain';
import { In, MoreThan, type DataSource, type EntityManager } from 'typeorm';
import { OrderEntity } from './order.entity.ts';

/** Less than every id, because ids start at 1. */
const beforeFirstId = '0';

/**
 * A page of the orders for the pet $1 with one of the statuses $2, after the id $3, with at most $4 orders. Reads a page for each
 * status, because one index then serves both filters. With two indexes, PostgreSQL chooses by its statistics, and can scan all
 * orders of the pet.
 */
const pageOfPet = `
  SELECT page.* FROM unnest($2::text[]) AS q (status)
  CROSS JOIN LATERAL (
    SELECT id, pet_id AS "petId", orders.status, reference, placed_at AS "placedAt", updated_at AS "updatedAt"
    FROM orders
    WHERE (pet_id, status, id) > ($1::bigint, q.status, $3::bigint) AND (pet_id, status) <= ($1, q.status)
    ORDER BY pet_id, status, id LIMIT $4
  ) AS page
  ORDER BY id LIMIT $4`;

/** The time of a change. `now()` is the start of the transaction, which can have waited for the pet. */
const statementTime = () => 'statement_timestamp()';

export class TypeOrmOrderRepository extends OrderRepository {
  private readonly keys: IdempotencyKeys;

  constructor(private readonly dataSource: DataSource) {
    super();
    this.keys = new IdempotencyKeys('order', dataSource);
  }

  async claim(key: IdempotencyKey, newOrder: NewOrder, transaction: Transaction): Promise<Order | undefined> {
    const id = await this.keys.claim(transaction, keyed(newOrder, key));
    return id === undefined ? undefined : readOrder(runnerOf(transaction).manager, id);
  }

  async add(newOrder: NewOrder, key: IdempotencyKey | undefined, transaction: Transaction): Promise<Order> {
    const { manager } = runnerOf(transaction);
    const { identifiers } = await manager.insert(OrderEntity, {
      petId: newOrder.petId.decimal,
      status: 'placed',
      reference: newOrder.reference?.text ?? null,
      placedAt: statementTime,
      updatedAt: statementTime,
    });
    const { id } = identifiers[0] as { id: string };
    if (key) await this.keys.store(transaction, keyed(newOrder, key), id);
    return readOrder(manager, id);
  }

  async lock(id: OrderId, transaction: Transaction): Promise<LockedOrder | undefined> {
    const { manager } = runnerOf(transaction);
    const lock = { mode: 'for_no_key_update' } as const;
    const row = await manager.findOne(OrderEntity, { where: { id: id.decimal }, lock });
    if (!row) return undefined;
    // The statuses make PostgreSQL search the index on pet, status and id.
    const later = { petId: row.petId, status: In(OrderStatus.values), id: MoreThan(row.id) };
    return { order: Order.restore(row), isLatest: !(await manager.existsBy(OrderEntity, later)) };
  }

  async update({ id, status }: Order, transaction: Transaction): Promise<Order> {
    const { manager } = runnerOf(transaction);
    const changed = { status: status, updatedAt: statementTime };
    await manager.update(OrderEntity, { id: id.decimal }, changed);
    return readOrder(manager, id.decimal);
  }

  hasPlacedOrder(petId: OrderedPetId, transaction: Transaction): Promise<boolean> {
    const placed = { petId: petId.decimal, status: 'placed' };
    return runnerOf(transaction).manager.existsBy(OrderEntity, placed);
  }

  async find(id: OrderId, signal?: AbortSignal): Promise<Order | undefined> {
    const reading = this.dataSource.manager.findOneBy(OrderEntity, { id: id.decimal }).catch(translate('read'));
    const row = await readUntilAborted(reading, signal);
    return row ? Order.restore(row) : undefined;
  }

  async list(query: OrderQuery, signal?: AbortSignal): Promise<Order[]> {
    const rows = await readUntilAborted(this.readPage(query).catch(translate('read')), signal);
    return rows.map(Order.restore);
  }

  private readPage({ status, petId, after, limit }: OrderQuery): Promise<OrderEntity[]> {
    const { manager } = this.dataSource;
    const afterId = after?.decimal ?? beforeFirstId;
    if (petId) {
      const statuses = status ? [status] : OrderStatus.values;
      return manager.query(pageOfPet, [petId.decimal, statuses, afterId, limit]);
    }
    const where = { ...(status && { status }), id: MoreThan(afterId) };
    return manager.find(OrderEntity, { where, order: { id: 'ASC' }, take: limit });
  }
}

function keyed({ petId, reference }: NewOrder, key: IdempotencyKey): KeyedRequest {
  const text = JSON.stringify([petId.decimal, reference?.text ?? null]);
  return { key, fingerprint: hash('sha256', text, 'hex') };
}

async function readOrder(manager: EntityManager, id: string): Promise<Order> {
  return Order.restore(await manager.findOneByOrFail(OrderEntity, { id }));
}
