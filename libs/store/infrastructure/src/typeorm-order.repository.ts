import { hash } from 'node:crypto';
import {
  batchLoader,
  IdempotencyKeys,
  IdsTaken,
  maxDraws,
  partOfPool,
  readUntilAborted,
  runnerOf,
  SharedReads,
  translate,
  type KeyedRequest,
} from '@petstore/database';
import { appendEvent } from '@petstore/event-log/typeorm-event-log';
import { Int64, type AbortSignal, type IdempotencyKey, type Transaction } from '@petstore/kernel';
import {
  Order,
  OrderId,
  OrderRepository,
  OrderStatus,
  type LockedOrder,
  type NewOrder,
  type NextOrder,
  type OrderedPetId,
  type OrderQuery,
} from '@petstore/store-domain';
import type DataLoader from 'dataloader';
import { Any, getMetadataArgsStorage, In, MoreThan, type DataSource } from 'typeorm';
import { OrderEntity } from './order.entity.ts';

const columns = getMetadataArgsStorage()
  .filterColumns(OrderEntity)
  .map(({ propertyName, options: { name = propertyName } }) => ({
    propertyName: propertyName as keyof OrderEntity,
    name,
  }));

/** The select list of an OrderEntity. */
const orderRow = columns.map(({ name, propertyName }) => `orders.${name} AS "${propertyName}"`).join(', ');

/**
 * A page of at most $4 orders for the pet $1 with one of the statuses $2, from the id $3 on. It reads a page for each status, because one
 * index then serves both filters. With an index for each filter, PostgreSQL would choose by its statistics, and could scan all orders
 * of the pet. The row comparisons mean that the pet is $1, the status that of `q`, and the id at least $3. PostgreSQL can use only the
 * index on the three columns for them.
 */
const pageOfPet = `
  SELECT page.* FROM unnest($2::text[]) AS q (status)
  CROSS JOIN LATERAL (
    SELECT ${orderRow} FROM orders
    WHERE (pet_id, status, id) >= ($1::bigint, q.status, $3::bigint) AND (pet_id, status) <= ($1, q.status)
    ORDER BY pet_id, status, id LIMIT $4
  ) AS page
  ORDER BY id LIMIT $4`;

/** A page of at most $2 orders from the id $1 on. The limit is a query, because PostgreSQL replans a statement whose limit it knows. */
const page = `SELECT ${orderRow} FROM orders WHERE id >= $1 ORDER BY id LIMIT (SELECT $2::int)`;

/** The same for the status $3. The row comparison makes PostgreSQL use the index on status and id, also for a rare status. */
const pageOfStatus = `SELECT ${orderRow} FROM orders
  WHERE (status, id) >= ($3, $1::bigint) AND status <= $3 ORDER BY status, id LIMIT (SELECT $2::int)`;

/** The time of the statement, in milliseconds as in the API. That of the transaction is earlier, because it can have waited for the pet. */
const clock = "pg_catalog.date_trunc('milliseconds', pg_catalog.statement_timestamp())";

/** The id says which order of a pet is later, because the pet is locked when the id is assigned. */
const nextOrder = `SELECT id, ${clock} AS now, EXISTS (SELECT FROM orders WHERE orders.id = drawn.id) AS "isTaken"
  FROM (SELECT pg_catalog.nextval(pg_get_serial_sequence('orders', 'id')) AS id) AS drawn`;

const lockOrder = `SELECT ${orderRow}, ${clock} AS now FROM orders WHERE id = $1 FOR UPDATE`;

const insertOrder = `INSERT INTO orders (${columns.map(({ name }) => name).join(', ')}) OVERRIDING SYSTEM VALUE
  VALUES (${columns.map((_, index) => `$${index + 1}`).join(', ')})`;

export class TypeOrmOrderRepository extends OrderRepository {
  private readonly finds: DataLoader<string, Order | undefined>;
  /** Lists use at most a quarter of the pool. */
  private readonly lists: SharedReads;
  private readonly keys: IdempotencyKeys;

  constructor(private readonly dataSource: DataSource) {
    super();
    this.finds = batchLoader((ids) => this.findAll(ids));
    this.lists = new SharedReads(partOfPool(dataSource, 1 / 4));
    this.keys = new IdempotencyKeys('order', dataSource);
  }

  async claim(key: IdempotencyKey, newOrder: NewOrder, transaction: Transaction): Promise<Order | undefined> {
    const id = await this.keys.claim(transaction, keyed(newOrder, key));
    if (id === undefined) return undefined;
    return Order.restore(await runnerOf(transaction).manager.findOneByOrFail(OrderEntity, { id }));
  }

  async next(transaction: Transaction): Promise<NextOrder> {
    const { manager } = runnerOf(transaction);
    for (let draws = 1; draws <= maxDraws; draws++) {
      const [row] = await manager.query<{ id: string; now: Date; isTaken: boolean }[]>(nextOrder);
      const { id, now, isTaken } = row!;
      if (!isTaken) return { id: new OrderId(id), now };
    }
    throw new IdsTaken('orders', maxDraws);
  }

  async add(order: Order, key: IdempotencyKey | undefined, transaction: Transaction): Promise<void> {
    const { placedAt, updatedAt } = order;
    const row: Partial<OrderEntity> = { ...order.snapshot(), placedAt, updatedAt };
    const values = columns.map(({ propertyName }) => row[propertyName]);
    await runnerOf(transaction).manager.query(insertOrder, values);
    if (key) await this.keys.store(transaction, keyed(order, key), order.id.decimal);
    await appendEvent(order.event, transaction);
  }

  async lock(id: OrderId, transaction: Transaction): Promise<LockedOrder | undefined> {
    const { manager } = runnerOf(transaction);
    const [row] = await manager.query<(OrderEntity & { now: Date })[]>(lockOrder, [id.decimal]);
    if (!row) return undefined;
    // The condition on the status is always true. It lets PostgreSQL use the index on pet, status and id.
    const later = { petId: row.petId, status: In(OrderStatus.values), id: MoreThan(row.id) };
    const isLatest = !(await manager.existsBy(OrderEntity, later));
    return { order: Order.restore(row), isLatest, now: row.now };
  }

  async update(order: Order, transaction: Transaction): Promise<void> {
    const { id, status, updatedAt } = order;
    await runnerOf(transaction).manager.update(OrderEntity, { id: id.decimal }, { status, updatedAt });
    await appendEvent(order.event, transaction);
  }

  hasPlacedOrder(petId: OrderedPetId, transaction: Transaction): Promise<boolean> {
    const placed = { petId: petId.decimal, status: 'placed' };
    return runnerOf(transaction).manager.existsBy(OrderEntity, placed);
  }

  find(id: OrderId, signal?: AbortSignal): Promise<Order | undefined> {
    return readUntilAborted(this.finds.load(id.decimal), signal);
  }

  async list(query: OrderQuery, signal?: AbortSignal): Promise<Order[]> {
    const rows = await this.lists.run(JSON.stringify(query), () => this.readPage(query), signal);
    return rows.map(Order.restore);
  }

  private async findAll(ids: readonly string[]): Promise<(Order | undefined)[]> {
    const { manager } = this.dataSource;
    const rows = await manager.findBy(OrderEntity, { id: Any(ids) }).catch(translate('read'));
    const orders = new Map(rows.map((row) => [row.id, Order.restore(row)]));
    return ids.map((id) => orders.get(id));
  }

  private readPage({ status, petId, after, limit }: OrderQuery): Promise<OrderEntity[]> {
    const { manager } = this.dataSource;
    const from = Int64.nextOf(after);
    if (petId) {
      const statuses = status ? [status] : OrderStatus.values;
      return manager.query(pageOfPet, [petId.decimal, statuses, from, limit]);
    }
    return status ? manager.query(pageOfStatus, [from, limit, status]) : manager.query(page, [from, limit]);
  }
}

/** See KeyedRequest for the text that is hashed. */
function keyed(newOrder: NewOrder, key: IdempotencyKey): KeyedRequest {
  const { petId, reference, ...others } = newOrder.plain();
  const text = JSON.stringify([petId, reference ?? null, ...Object.entries(others)]);
  return { key, fingerprint: hash('sha256', text, 'hex') };
}
