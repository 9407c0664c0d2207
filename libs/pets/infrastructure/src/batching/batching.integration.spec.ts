import { deleteExpiredKeys, IdempotencyKeys, idempotencyPersistence, TypeOrmTransactions } from '@petstore/database';
import { eventsPersistence } from '@petstore/event-log/typeorm-event-log';
import { useTestDatabase } from '@petstore/database/testing';
import { IdempotencyConflict, IdempotencyKey, type Transaction } from '@petstore/kernel';
import { NewPet, PetId, PetStatus, type Pet, type PetQuery } from '@petstore/pets-domain';
import type { DataSource } from 'typeorm';
import { petsPersistence, TypeOrmPetRepository } from '../index.ts';

const contexts = [idempotencyPersistence, eventsPersistence, petsPersistence];
const database = useTestDatabase(contexts, 'pets', 'idempotency_keys', 'event_outbox', 'events');

let pets: TypeOrmPetRepository;
/** Another instance of the service. */
let otherSource: DataSource;
let otherPets: TypeOrmPetRepository;

beforeAll(async () => {
  otherSource = await database.connect();
  [pets, otherPets] = [new TypeOrmPetRepository(database.source), new TypeOrmPetRepository(otherSource)];
});

const newPet = (name: string, status = 'available') => NewPet.of({ name, categoryId: 7, status });
const add = (name: string, status?: string) => pets.add(newPet(name, status).register('key_1'));
const keyOf = (text: string) => IdempotencyKey.of(text, 'mine');
const addWithKey = (name: string, repository = pets) => repository.add(newPet(name).register('key_1'), keyOf(name));
const range = (count: number) => Array.from({ length: count }, (_, index) => String(index));
const idOf = (id: string) => new PetId(id);

/** The stored pets, with the key that has created each. */
const stored = () =>
  database.query<{ id: string; name: string; key: string | null }[]>(
    'SELECT pets.id, name, key FROM pets FULL JOIN idempotency_keys ON created_id = pets.id ORDER BY pets.id',
  );

it('finds and lists every pet immediately after its create, under concurrent calls', async () => {
  const missed: string[] = [];
  const writeAndRead = async (number: number) => {
    for (let index = 0; index < 10; index++) {
      const { id, name } = (await add(`Pet ${number}-${index}`)).snapshot();
      const found = await pets.find(idOf(id));
      const before = idOf(String(BigInt(id) - 1n));
      const [listed] = await pets.list({ after: before, limit: 1 });
      const [listedByStatus] = await pets.list({ after: before, limit: 1, status: PetStatus.of('available') });
      if ([found, listed, listedByStatus].some((pet) => pet?.snapshot().name !== name)) missed.push(name);
    }
  };
  await Promise.all(Array.from({ length: 50 }, (_, number) => writeAndRead(number)));
  expect(missed).toEqual([]);
});

it('returns the same pages for concurrent lists as for sequential ones', async () => {
  const statuses = ['available', 'pending', 'sold'];
  const created: Pet[] = [];
  for (let index = 0; index < 60; index++) created.push(await add(`Pet ${index}`, statuses[index % 3]));
  const queries: PetQuery[] = [];
  for (const after of [undefined, created[9]!, created[59]!]) {
    for (const status of [undefined, ...statuses.map((value) => PetStatus.of(value))]) {
      for (const limit of [1, 5, 101]) queries.push({ limit, status, after: after && idOf(after.snapshot().id) });
    }
  }
  const concurrentLists = await Promise.all(queries.map((query) => pets.list(query)));
  const sequentialLists = [];
  for (const query of queries) sequentialLists.push(await pets.list(query));
  expect(concurrentLists).toEqual(sequentialLists);
  expect(concurrentLists.map((list) => list.length)).toEqual(
    queries.map(({ after, status, limit }) => {
      const matching = created.filter(
        (pet) =>
          (!after || BigInt(pet.snapshot().id) > BigInt(after.decimal)) &&
          (!status || pet.snapshot().status === status),
      );
      return Math.min(matching.length, limit);
    }),
  );
});

it('uses one statement for concurrent gets, one for lists, and one for creates', async () => {
  const logQuery = jest.spyOn(database.source.logger, 'logQuery');
  const created = await Promise.all(range(64).map((name) => add(name)));
  const found = await Promise.all(created.map((pet) => pets.find(pet.id)));
  expect(found.map((pet) => pet?.snapshot())).toEqual(created.map((pet) => pet.snapshot()));
  const statuses = [undefined, PetStatus.of('sold'), PetStatus.of('pending')];
  await Promise.all(range(64).map((_, index) => pets.list({ limit: index + 1, status: statuses[index % 3] })));
  expect(logQuery).toHaveBeenCalledTimes(3);
});

it('uses one statement for concurrent creates with different keys, with equal keys and without keys', async () => {
  const logQuery = jest.spyOn(database.source.logger, 'logQuery');
  const created = await Promise.all([
    ...range(20).map((name) => addWithKey(name)),
    ...range(20).map((name) => addWithKey(name)),
    ...range(20).map((name) => add(name)),
  ]);
  expect(logQuery).toHaveBeenCalledTimes(1);
  const names = created.map((pet) => pet.snapshot().name);
  expect(names).toEqual([...range(20), ...range(20), ...range(20)]);
  expect(created.slice(20, 40)).toEqual(created.slice(0, 20));
  expect(await stored()).toHaveLength(40);
});

it('returns its own pet to each of 2,000 concurrent creates, every second one with a key, and to each of their repeats', async () => {
  const hasKey = (name: string) => Number(name) % 2 === 0;
  const created = await Promise.all(range(2_000).map((name) => (hasKey(name) ? addWithKey(name) : add(name))));
  const rows = await stored();
  expect(rows).toHaveLength(2_000);
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  for (const [index, { id }] of created.entries()) {
    const name = String(index);
    expect(rowOf.get(id.decimal)).toEqual({ id: id.decimal, name, key: hasKey(name) ? name : null });
  }
  const repeats = await Promise.all(
    range(2_000)
      .filter(hasKey)
      .map((name) => addWithKey(name)),
  );
  expect(repeats).toEqual(created.filter((pet) => hasKey(pet.snapshot().name)));
  expect(await stored()).toEqual(rows);
});

/** Calls `work` while a transaction of another instance has claimed the key of this text and has not ended. */
async function whileClaimed(text: string, work: (end: () => void) => Promise<void>): Promise<void> {
  const { promise: ending, resolve: end } = withResolvers();
  const { promise: claiming, resolve: claimed } = withResolvers();
  const claim = async (transaction: Transaction) => {
    await new IdempotencyKeys('task', otherSource).claim(transaction, { key: keyOf(text), fingerprint: '00' });
    claimed();
    await ending;
  };
  const claimer = new TypeOrmTransactions(otherSource).run(claim);
  await claiming;
  await work(end).finally(end);
  await claimer;
}

function withResolvers() {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((settle) => (resolve = settle));
  return { promise, resolve };
}

it('creates one pet for each key and has no deadlock if two instances use the same keys in opposite orders', async () => {
  for (let round = 0; round < 20; round++) {
    const names = range(60).map((name) => `${round}-${name}`);
    const backwards = names.toReversed();
    const [created, repeated] = await Promise.all([
      Promise.all(names.map((name) => addWithKey(name))),
      Promise.all(backwards.map((name) => addWithKey(name, otherPets))),
    ]);
    expect(repeated.toReversed()).toEqual(created);
  }
  expect(await stored()).toHaveLength(1_200);
});

it('does not let a key that another transaction has claimed stop the other keys of its statement', async () => {
  await whileClaimed('busy', async (end) => {
    const waiting = addWithKey('busy');
    expect((await Promise.all(range(10).map((name) => addWithKey(name)))).length).toBe(10);
    end();
    expect((await waiting).snapshot().name).toBe('busy');
  });
  expect((await stored()).map(({ key }) => key).sort()).toEqual([...range(10), 'busy']);
});

it('refuses a key whose transaction does not end within the lock timeout', async () => {
  const impatient = await database.connect({ poolSize: 1 });
  await impatient.query("SET lock_timeout = '10ms'");
  await whileClaimed('busy', async () => {
    await expect(addWithKey('busy', new TypeOrmPetRepository(impatient))).rejects.toThrow(IdempotencyConflict);
  });
  expect(await stored()).toEqual([]);
});

it('replaces an expired key, also one that is purged at the same time', async () => {
  const first = await Promise.all(range(60).map((name) => addWithKey(name)));
  await database.query("UPDATE idempotency_keys SET created_at = created_at - interval '24 hours'");
  const [second] = await Promise.all([
    Promise.all(range(60).map((name) => addWithKey(name))),
    deleteExpiredKeys(otherSource, 30),
    Promise.all(range(60).map((name) => addWithKey(name, otherPets))),
  ]);
  const firstIds = new Set(first.map(({ id }) => id.decimal));
  expect(second.filter(({ id }) => firstIds.has(id.decimal))).toEqual([]);
  const rows = await stored();
  expect(rows.filter(({ key }) => key !== null).map(({ id }) => id)).toEqual(
    second.map(({ id }) => id.decimal).sort(byNumber),
  );
  expect(rows).toHaveLength(120);
});

function byNumber(first: string, second: string): number {
  return Number(first) - Number(second);
}

it('stores no key of a pet that PostgreSQL rejects, and the keys of the other pets of its statement', async () => {
  await database.query("ALTER TABLE pets ADD CONSTRAINT no_cats CHECK (name <> 'Cat')");
  const outcomes = await Promise.allSettled(['Rex', 'Cat', 'Tom'].map((name) => addWithKey(name)));
  await database.query('ALTER TABLE pets DROP CONSTRAINT no_cats');
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect((await stored()).map(({ name, key }) => [name, key]).sort()).toEqual([
    ['Rex', 'Rex'],
    ['Tom', 'Tom'],
  ]);
});

const sold = PetStatus.of('sold');

/** Values of each filter of PetQuery. The compiler requires those of a new one. */
const filterValues: { [Filter in keyof Omit<PetQuery, 'after' | 'limit'>]-?: PetQuery[Filter][] } = {
  status: [undefined, sold],
};

/** Every combination of them, as the API accepts it. */
const combinations = Object.entries(filterValues).reduce<Partial<PetQuery>[]>(
  (all, [name, values]) => all.flatMap((filters) => values.map((value) => ({ ...filters, [name]: value }))),
  [{}],
);

/** Each combination alone, and all of them in one statement. */
it.each([...combinations.map((each) => [[each]]), [combinations]])(
  'reads lists with %j by their indexes',
  async (lists) => {
    const indexes = lists.map(({ status }) => (status ? 'pets_status_id_index' : 'pets_pkey'));
    await database.query(
      `INSERT INTO pets (name, category_id, status)
     SELECT 'Pet', 1, CASE WHEN n % 1000 = 0 THEN 'sold' ELSE 'available' END FROM generate_series(1, 20000) n`,
    );
    await database.query('ANALYZE pets');
    const logQuery = jest.spyOn(database.source.logger, 'logQuery');
    await Promise.all(lists.map((filters) => pets.list({ ...filters, limit: 21 })));
    expect(logQuery).toHaveBeenCalledTimes(1);
    const [statement] = logQuery.mock.calls[0]!;
    const lines = await database.query<{ 'QUERY PLAN': string }[]>(`EXPLAIN (GENERIC_PLAN) ${statement}`);
    const plan = lines.map((line) => line['QUERY PLAN']).join('\n');
    // The parts of the statement may have any order.
    expect(plan.match(/(?<=Index Scan using )\w+/g)?.sort()).toEqual(indexes.sort());
    // The statement of several lists filters the parameters and the pages, but no rows of the table.
    expect(plan).not.toMatch(/Seq Scan|Bitmap|Index Cond.*\n *Filter/);
  },
);

describe('in a database of its own, because each session reports only later what it has read', () => {
  const counted = useTestDatabase(contexts);

  it('reads few rows of a table that has grown since PostgreSQL planned the statements, also for a rare status', async () => {
    const single = await counted.connect({ poolSize: 1 });
    const repository = new TypeOrmPetRepository(single);
    await repository.add(newPet('Rex').register('key_1'));
    await counted.query('ANALYZE pets, events, idempotency_keys');
    let number = 0;
    const usePets = async () => {
      const { id } = await repository.add(newPet('Rex').register('key_1'));
      await addWithKey(`key-${++number}`, repository);
      await Promise.all(['a', 'b'].map((text) => addWithKey(`${text}-${number}`, repository)));
      await repository.find(id);
      await Promise.all([id, idOf('1')].map((each) => repository.find(each)));
      await repository.list({ limit: 3 });
      await repository.list({ limit: 3, status: sold });
      await Promise.all([sold, undefined].map((status) => repository.list({ limit: 3, ...(status && { status }) })));
    };
    const rowsRead = async () => {
      await single.query('SELECT pg_stat_force_next_flush()');
      const statement = 'SELECT sum(seq_tup_read + idx_tup_fetch)::int AS count FROM pg_stat_user_tables';
      return (await single.query<{ count: number }[]>(statement))[0]!.count;
    };
    for (let used = 0; used < 8; used++) await usePets();
    await counted.query(
      `INSERT INTO pets (name, category_id, status)
       SELECT 'Pet', 1, CASE WHEN n = 20000 THEN 'sold' ELSE 'available' END FROM generate_series(1, 20000) n`,
    );
    const before = await rowsRead();
    await usePets();
    expect((await rowsRead()) - before).toBeLessThan(100);
  });
});
