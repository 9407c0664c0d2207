import { idempotencyPersistence, PreparedStatement, TypeOrmTransactions } from '@petstore/database';
import { createTestDatabase, type TestDatabase } from '@petstore/database/testing';
import { IdempotencyConflict, IdempotencyKey } from '@petstore/kernel';
import { NewOrder, Order, OrderedPetId } from '@petstore/store-domain';
import { orderRepositoryContract } from '@petstore/store-domain/testing';
import type { DataSource } from 'typeorm';
import { storePersistence, TypeOrmOrderRepository } from './index.ts';

const newOrder = NewOrder.of({ petId: OrderedPetId.of(7) });
const shortLockTimeout = new PreparedStatement<readonly []>('short_lock_timeout', "SET LOCAL lock_timeout = '10ms'");
const key = IdempotencyKey.of('a-key', 'mine');

let database: TestDatabase;
let dataSource: DataSource;
let orders: TypeOrmOrderRepository;
let transactions: TypeOrmTransactions;

beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = await database.open([idempotencyPersistence, storePersistence]);
  orders = new TypeOrmOrderRepository(dataSource);
  transactions = new TypeOrmTransactions(dataSource);
});

beforeEach(() => dataSource.query('TRUNCATE orders, idempotency_keys'));

afterAll(() => database.drop());

const place = () => transactions.run((transaction) => orders.add(newOrder, undefined, transaction));

describe('the contract of OrderRepository', () => {
  for (const [rule, verify] of Object.entries(orderRepositoryContract)) it(rule, () => verify(orders, transactions));
});

it('does not reuse the id of a deleted order', async () => {
  const first = await place();
  await dataSource.query('DELETE FROM orders');
  expect(BigInt((await place()).id.decimal)).toBeGreaterThan(BigInt(first.id.decimal));
});

it('the database refuses a second placed order for a pet', async () => {
  await place();
  await expect(place()).rejects.toMatchObject({ code: '23505', constraint: 'orders_placed_pet_id_index' });
});

it('the database allows a new order after the transition of the first', async () => {
  const first = await place();
  await transactions.run((transaction) => orders.update(first.cancel(), transaction));
  await expect(place()).resolves.toBeInstanceOf(Order);
});

it('stores neither the order nor the key if the transaction fails', async () => {
  const failure = new Error('the pet is not available');
  const placing = transactions.run(async (transaction) => {
    const { id } = await orders.remember(key, newOrder, transaction);
    await orders.add(newOrder, id, transaction);
    throw failure;
  });
  await expect(placing).rejects.toBe(failure);
  expect(await orders.list({ limit: 1 })).toEqual([]);
  const again = await transactions.run((transaction) => orders.remember(key, newOrder, transaction));
  expect(again.placed).toBeUndefined();
});

it('throws IdempotencyConflict if another transaction holds the key until the lock timeout', async () => {
  await transactions.run(async (transaction) => {
    await orders.remember(key, newOrder, transaction);
    const other = transactions.run(async (waiting) => {
      await shortLockTimeout.runIn(waiting, []);
      return orders.remember(key, newOrder, waiting);
    });
    await expect(other).rejects.toThrow(IdempotencyConflict);
  });
});

it('the time of a change is that of the change, not of the beginning of its transaction', async () => {
  const placed = await place();
  const { updatedAt, began } = await transactions.run(async (transaction) => {
    const began = await now();
    await dataSource.query("SELECT pg_sleep_until(clock_timestamp() + interval '5 ms')");
    const updated = await orders.update(placed.cancel(), transaction);
    return { updatedAt: updated.snapshot().updatedAt, began };
  });
  expect(Date.parse(updatedAt)).toBeGreaterThan(began);
});

/** PostgreSQL's time in milliseconds since 1970. */
async function now(): Promise<number> {
  const [row] = await dataSource.query<{ now: Date }[]>('SELECT clock_timestamp() AS now');
  return row!.now.getTime();
}
