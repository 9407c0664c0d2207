import { idempotencyPersistence, IdsTaken, maxDraws, TypeOrmTransactions } from '@petstore/database';
import { eventsPersistence, TypeOrmEventLog } from '@petstore/event-log/typeorm-event-log';
import { untilBlocked, useTestDatabase } from '@petstore/database/testing';
import { NewOrder, Order, OrderedPetId, OrderId, type OrderQuery } from '@petstore/store-domain';
import { anyPet, orderRepositoryContract } from '@petstore/store-domain/testing';
import { PostgresQueryRunner } from 'typeorm/driver/postgres/PostgresQueryRunner.js';
import { storePersistence, TypeOrmOrderRepository } from './index.ts';

const newOrder = new NewOrder({ petId: OrderedPetId.of(7) });

const contexts = [idempotencyPersistence, eventsPersistence, storePersistence];
const database = useTestDatabase(contexts, 'orders', 'idempotency_keys', 'event_outbox', 'events');

let orders: TypeOrmOrderRepository;
let transactions: TypeOrmTransactions;

beforeAll(() => {
  [orders, transactions] = [new TypeOrmOrderRepository(database.source), new TypeOrmTransactions(database.source)];
});

const place = () =>
  transactions.run(async (transaction) => {
    const order = Order.place(await orders.next(transaction), newOrder, anyPet, 'key_1');
    await orders.add(order, undefined, transaction);
    return order;
  });

describe('the contract of OrderRepository', () => {
  for (const [rule, verify] of Object.entries(orderRepositoryContract)) {
    it(rule, () => verify(orders, transactions, new TypeOrmEventLog(database.source)));
  }
});

it('lists every int64 that somebody has inserted as an id, also 0 and negative ones', async () => {
  const ids = ['-9223372036854775808', '-7', '0', '9223372036854775807'];
  await database.query(
    `INSERT INTO orders (id, pet_id, status, placed_at, updated_at) OVERRIDING SYSTEM VALUE
     SELECT id, 7, 'cancelled', now(), now() FROM unnest($1::bigint[]) AS id`,
    [ids],
  );
  for (const filters of [{}, { petId: newOrder.petId }, { status: 'cancelled' as const }]) {
    const [first, ...others] = await orders.list({ ...filters, limit: 100 });
    expect([first, ...others].map((order) => order?.id.decimal)).toEqual(ids);
    expect(await orders.list({ ...filters, limit: 100, after: first!.id })).toEqual(others);
  }
});

describe('a hundred concurrent reads', () => {
  const numbers = Array.from({ length: 100 }, (_, index) => index + 1);

  it('are one statement if they are gets, or equal lists', async () => {
    const placed = await place();
    const ids = numbers.map((number) => new OrderId(String(BigInt(placed.id.decimal) + BigInt(number) - 1n)));
    const logQuery = jest.spyOn(database.source.logger, 'logQuery');
    const found = await Promise.all(ids.map((id) => orders.find(id)));
    expect(found.map((order) => order?.snapshot())).toEqual(
      ids.map((id) => (id.decimal === placed.id.decimal ? placed.snapshot() : undefined)),
    );
    expect(logQuery).toHaveBeenCalledTimes(1);
    await Promise.all(numbers.map(() => orders.list({ limit: 20, status: 'placed' })));
    expect(logQuery).toHaveBeenCalledTimes(2);
  });

  it('use one connection for gets, and a quarter of the pool for lists, so that other statements get a connection', async () => {
    const poolSize = 8;
    const source = await database.connect({ poolSize });
    const repository = new TypeOrmOrderRepository(source);
    const other = database.source.createQueryRunner();
    await other.startTransaction();
    await other.query('LOCK TABLE orders IN ACCESS EXCLUSIVE MODE');
    const reading = Promise.all(
      numbers.flatMap((limit): Promise<unknown>[] => [
        repository.find(new OrderId(String(limit))),
        repository.list({ limit }),
      ]),
    );
    await untilBlocked(database.url);
    // More statements than connections: after them, each read that gets a connection has sent its statement.
    for (let round = 0; round < 5; round++) {
      await Promise.all(Array.from({ length: poolSize }, () => source.query('SELECT 1')));
    }
    const waiting = "datname = current_database() AND wait_event_type = 'Lock'";
    expect(await other.query(`SELECT FROM pg_stat_activity WHERE ${waiting}`)).toHaveLength(1 + poolSize / 4);
    await other.rollbackTransaction();
    await other.release();
    await reading;
  });
});

describe('with a sequence that is behind its table', () => {
  const takeIds = (count: number) =>
    database.query(
      `INSERT INTO orders (id, pet_id, status, placed_at, updated_at) OVERRIDING SYSTEM VALUE
       SELECT last_value + is_called::int + number, number, 'cancelled', now(), now()
       FROM orders_id_seq, generate_series(0, $1 - 1) AS number`,
      [count],
    );

  it('draws the next id that no order has', async () => {
    await takeIds(maxDraws - 1);
    const drawn = await transactions.run(async (transaction) => [
      await orders.next(transaction),
      await orders.next(transaction),
    ]);
    const [last] = await orders.list({ limit: 10 }).then((taken) => taken.slice(-1));
    expect(drawn.map(({ id }) => Number(id.decimal) - Number(last!.id.decimal))).toEqual([1, 2]);
  });

  it('fails after a few ids with the reason', async () => {
    await takeIds(1_000);
    await expect(place()).rejects.toThrow(IdsTaken);
  });
});

/** Values of each filter of OrderQuery. The compiler requires those of a new one. */
const filterValues: { [Filter in keyof Omit<OrderQuery, 'after' | 'limit'>]-?: OrderQuery[Filter][] } = {
  status: [undefined, 'completed'],
  petId: [undefined, newOrder.petId],
};

/** Every combination of them, as the API accepts it. */
const combinations = Object.entries(filterValues).reduce<Partial<OrderQuery>[]>(
  (all, [name, values]) => all.flatMap((filters) => values.map((value) => ({ ...filters, [name]: value }))),
  [{}],
);

it.each(combinations)('a list with %j reads no order that it does not need', async (filters) => {
  const { petId, status } = filters;
  const index = `orders_${petId ? 'pet_id_status_id_index' : status ? 'status_id_index' : 'pkey'}`;
  await database.query(
    `INSERT INTO orders (pet_id, status, placed_at, updated_at)
     SELECT CASE WHEN n % 2 = 0 THEN 7 ELSE n END, 'cancelled', now(), now() FROM generate_series(1, 20000) AS n`,
  );
  await database.query('ANALYZE orders');
  const [statement] = await statementOf(() => orders.list({ ...filters, limit: 20 }));
  const lines = await database.query<{ 'QUERY PLAN': string }[]>(`EXPLAIN (GENERIC_PLAN) ${statement}`);
  const plan = lines.map((line) => line['QUERY PLAN']).join('\n');
  expect(plan.match(/(?<=Index (?:Only )?Scan using )\w+/g)).toEqual([index]);
  // A plain Sort is allowed: without a status, the statement sorts the pages of all statuses by id.
  expect(plan).not.toMatch(/Filter|Seq Scan|Bitmap|Incremental Sort/);
});

/** Returns the statement that `work` executes, and its parameters. */
async function statementOf(work: () => Promise<unknown>): Promise<[string, unknown[]]> {
  const query = jest.spyOn(PostgresQueryRunner.prototype, 'query');
  await work();
  const [statement, parameters] = query.mock.calls[0]!;
  query.mockRestore();
  return [statement, parameters as unknown[]];
}

it('does not reuse the id of a deleted order', async () => {
  const first = await place();
  await database.query('DELETE FROM orders');
  expect(BigInt((await place()).id.decimal)).toBeGreaterThan(BigInt(first.id.decimal));
});

it('the database refuses a second placed order for a pet', async () => {
  await place();
  await expect(place()).rejects.toMatchObject({ code: '23505', constraint: 'orders_placed_pet_id_index' });
});

it('the time of a change is that of the change, not of the beginning of its transaction', async () => {
  const placed = await place();
  const { updatedAt, began } = await transactions.run(async (transaction) => {
    const began = await now();
    await database.query("SELECT pg_sleep_until(clock_timestamp() + interval '5 ms')");
    const { order, ...circumstances } = (await orders.lock(placed.id, transaction))!;
    const updated = order.cancel({ ...circumstances, pet: anyPet, actor: 'key_1' });
    await orders.update(updated, transaction);
    return { updatedAt: updated.snapshot().updatedAt, began };
  });
  expect(Date.parse(updatedAt)).toBeGreaterThan(began);
});

/** PostgreSQL's time in milliseconds since 1970. */
async function now(): Promise<number> {
  const [row] = await database.query<{ now: Date }[]>('SELECT clock_timestamp() AS now');
  return row!.now.getTime();
}
