import { DatabaseUnavailable } from '@petstore/database';
import { createTestDatabase, type TestDatabase } from '@petstore/database/testing';
import { Deadline } from '@petstore/kernel';
import { OrderId, OrderName } from '@petstore/store-domain';
import { orderRepositoryContract } from '@petstore/store-domain/testing';
import type { DataSource } from 'typeorm';
import { storePersistence, TypeOrmOrderRepository } from './index.ts';

const newOrder = { name: OrderName.of('First') };

let database: TestDatabase;
let dataSource: DataSource;
let orders: TypeOrmOrderRepository;

beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = await database.open([storePersistence]);
  orders = new TypeOrmOrderRepository(dataSource);
});

beforeEach(() => dataSource.query('TRUNCATE orders'));

afterAll(() => database.drop());

describe('the contract of OrderRepository', () => {
  for (const [rule, verify] of Object.entries(orderRepositoryContract)) it(rule, () => verify(orders));
});

it('does not reuse the id of a deleted order', async () => {
  const first = (await orders.add(newOrder)).snapshot();
  await dataSource.query('DELETE FROM orders');
  const second = (await orders.add(newOrder)).snapshot();
  expect(BigInt(second.id)).toBeGreaterThan(BigInt(first.id));
});

it('assigns 100 different ids to 100 concurrent creates', async () => {
  const added = await Promise.all(Array.from({ length: 100 }, () => orders.add(newOrder)));
  expect(new Set(added.map((order) => order.snapshot().id)).size).toBe(100);
});

it('adds and finds nothing after the deadline', async () => {
  const expired = new Deadline(performance.now() - 1);
  await expect(orders.add(newOrder, expired)).rejects.toThrow(DatabaseUnavailable);
  await expect(orders.find(OrderId.restore('1'), expired)).rejects.toThrow(DatabaseUnavailable);
  expect(await dataSource.query('SELECT * FROM orders')).toEqual([]);
});
