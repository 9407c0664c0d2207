import type { DataSource, QueryRunner } from 'typeorm';
import { OutcomeUnknown, translate } from '../errors/database.errors.ts';
import { maxNamedTexts } from './database-client.ts';
import { brokenResponses, connectDatabase, TransactionPooler, useProxiedDatabase } from '../testing/index.ts';
import { inTransaction } from '../transactions/typeorm-transactions.ts';

const limits = { poolSize: 1 };
const database = useProxiedDatabase([], ['notes'], limits);

let source: DataSource;

beforeAll(() => database.direct.query('CREATE TABLE notes (id int)'));

beforeEach(async () => {
  await database.direct.query('ALTER TABLE notes ALTER COLUMN id TYPE int');
  await database.direct.query('INSERT INTO notes VALUES (1)');
  source = await connectDatabase(database.direct.url, [], limits);
});

afterEach(() => source.destroy());

const find = 'SELECT id FROM notes WHERE id = $1';
const insert = 'INSERT INTO notes VALUES ($1)';

const backend = async () => (await source.query<{ pid: number }[]>('SELECT pg_backend_pid() AS pid'))[0]!.pid;
const ids = async () =>
  (await database.direct.query<{ id: unknown }[]>('SELECT id FROM notes')).map(({ id }) => Number(id));

type Prepared = { name: string; statement: string; plans: string };

const prepared = (from = source): Promise<Prepared[]> =>
  from.query('SELECT name, statement, generic_plans AS plans FROM pg_prepared_statements ORDER BY name');

async function repeat(times: number, statement: string): Promise<void> {
  for (let executed = 0; executed < times; executed++) await source.query(statement, [1]);
}

/** Changes the type of the result of `find`, as a migration of another instance does. */
const alter = 'ALTER TABLE notes ALTER COLUMN id TYPE bigint';

describe('a statement with parameters', () => {
  it('is prepared when it is executed for the second time, and then not planned each time', async () => {
    await repeat(1, find);
    expect(await prepared()).toEqual([]);
    await repeat(7, find);
    expect(await prepared()).toEqual([{ name: expect.any(String), statement: find, plans: '2' }]);
  });

  it('has the same name on every connection, because another client of a pooler can have prepared it', async () => {
    await repeat(2, insert);
    await repeat(2, find);
    const first = await prepared();
    await source.destroy();
    source = await connectDatabase(database.direct.url, [], limits);
    await repeat(2, find);
    await repeat(2, insert);
    expect((await prepared()).map(({ name }) => name)).toEqual(first.map(({ name }) => name));
  });

  it('keeps at most a limit of statements prepared, so that lists of variable length do not fill the memory', async () => {
    for (let length = 1; length <= maxNamedTexts + 1; length++)
      await repeat(2, `SELECT ${length} WHERE $1 IN (${'1,'.repeat(length)}0)`);
    expect((await prepared()).length).toBe(maxNamedTexts);
  });
});

it('a statement or a message of several statements without parameters is not prepared', async () => {
  for (const statement of ['SELECT id FROM notes', 'SELECT 1; SELECT 2'])
    for (const values of [undefined, []])
      for (let executed = 0; executed < 3; executed++) await source.query(statement, values);
  expect(await prepared()).toEqual([]);
});

/** What makes PostgreSQL refuse the name of `find`, as a pooler that leads each statement to another session does. */
const refusals: Record<string, () => Promise<unknown>> = {
  'after DEALLOCATE ALL': async () => {
    await repeat(2, find);
    await source.query('DEALLOCATE ALL');
  },
  'after DISCARD ALL': async () => {
    await repeat(2, find);
    await source.query('DISCARD ALL');
  },
  'because it is in use': async () => {
    const other = await connectDatabase(database.direct.url, [], limits);
    for (let executed = 0; executed < 2; executed++) await other.query(find, [1]);
    const [{ name }] = (await prepared(other)) as [Prepared];
    await other.destroy();
    await repeat(1, find);
    await source.query(`PREPARE "${name}" AS SELECT 2`);
  },
};

describe.each(Object.entries(refusals))('if PostgreSQL refuses a name %s', (_, lose) => {
  it('the statement is executed without one, and so are all later statements', async () => {
    await lose();
    const before = await backend();
    expect(await source.query(find, [1])).toEqual([{ id: 1 }]);
    expect(await backend()).not.toBe(before);
    await repeat(3, insert);
    expect(await prepared()).toEqual([]);
    expect(await ids()).toEqual([1, 1, 1, 1]);
  });

  it('the whole transaction is executed again, once, and its statements have no names', async () => {
    await lose();
    let executions = 0;
    const found = await inTransaction(source, async (runner) => {
      executions += 1;
      await runner.query(insert, [1]);
      return runner.query(find, [1]);
    });
    expect(found).toEqual([{ id: 1 }, { id: 1 }]);
    expect(executions).toBe(2);
    expect(await ids()).toEqual([1, 1]);
  });

  it('a transaction that nobody can execute again is not affected', async () => {
    await lose();
    const work = (runner: QueryRunner) => runner.query(find, [1]);
    expect(await inTransaction(source, work, { purpose: 'import' })).toEqual([{ id: 1 }]);
    expect(await inTransaction(source, work, { purpose: 'export' })).toEqual([{ id: 1 }]);
    expect(await source.transaction(({ queryRunner }) => work(queryRunner!))).toEqual([{ id: 1 }]);
  });
});

describe('behind a pooler that changes the session', () => {
  let pooler: TransactionPooler;
  let sources: DataSource[];

  beforeEach(async () => {
    pooler = await TransactionPooler.start(database.direct.url, 3);
  });

  // The sources wait for their statements, which end with the connections of the pooler.
  afterEach(async () => {
    pooler.close();
    await Promise.all(sources.filter(({ isInitialized }) => isInitialized).map((pooled) => pooled.destroy()));
  });

  it('no statement and no transaction fails, and each is executed once', async () => {
    // The statements of the first two instances stay prepared in the sessions.
    for (let round = 1; round <= 2; round++) {
      sources = await Promise.all([1, 2].map(() => connectDatabase(pooler.url, [], { poolSize: 4 })));
      const change = async (number: number) => {
        const pooled = sources[number % 2]!;
        await pooled.query(insert, [number]);
        const add = async (runner: QueryRunner) => {
          await runner.query(insert, [number]);
          return runner.query(find, [number]);
        };
        expect(await inTransaction(pooled, add)).toEqual([{ id: number }, { id: number }]);
      };
      const numbers = Array.from({ length: 100 }, (_, index) => 1_000 * round + index);
      await Promise.all(numbers.map(change));
      const added = (await ids()).filter((id) => id >= 1_000 * round);
      expect(added.sort((first, second) => first - second)).toEqual(numbers.flatMap((number) => [number, number]));
      await Promise.all(sources.map((pooled) => pooled.destroy()));
    }
  });
});

describe('if the result of a prepared statement has another type', () => {
  const update = 'UPDATE notes SET id = id + $1 RETURNING id';

  it('after a migration of another instance, the statement is executed once, and a new connection has names again', async () => {
    await repeat(2, update);
    const before = await backend();
    await database.direct.query(alter);
    expect(await source.query(update, [1])).toEqual([[{ id: '4' }], 1]);
    expect(await backend()).not.toBe(before);
    await repeat(2, update);
    expect(await prepared()).toHaveLength(1);
    expect(await ids()).toEqual([6]);
  });

  it('after a migration of another instance, the whole transaction is executed again, once', async () => {
    await repeat(2, find);
    await database.direct.query(alter);
    let executions = 0;
    const found = await inTransaction(source, async (runner) => {
      executions += 1;
      await runner.query(insert, [2]);
      return runner.query(find, [1]);
    });
    expect(found).toEqual([{ id: '1' }]);
    expect(executions).toBe(2);
    expect(await ids()).toEqual([1, 2]);
  });

  it('after the rollback of an ALTER, the statement is executed', async () => {
    const failure = new Error('rolled back');
    const altering = inTransaction(source, async (runner) => {
      await runner.query(alter);
      await repeatIn(runner);
      throw failure;
    });
    await expect(altering).rejects.toBe(failure);
    expect(await prepared()).toHaveLength(1);
    expect(await source.query(find, [1])).toEqual([{ id: 1 }]);
  });

  it('in a transaction that was altered after its beginning, the whole transaction is executed again', async () => {
    await repeat(2, find);
    const found = await inTransaction(source, async (runner) => {
      await runner.query(alter);
      return runner.query(find, [1]);
    });
    expect(found).toEqual([{ id: '1' }]);
  });

  async function repeatIn(runner: QueryRunner): Promise<void> {
    for (let executed = 0; executed < 2; executed++) expect(await runner.query(find, [1])).toEqual([{ id: '1' }]);
  }
});

it('an error of the statement itself is not repeated', async () => {
  const divide = 'INSERT INTO notes SELECT 1 / $1::int';
  await repeat(3, divide);
  const before = await backend();
  await expect(source.query(divide, [0])).rejects.toThrow('division by zero');
  expect(await backend()).toBe(before);
  let executions = 0;
  const failing = inTransaction(source, (runner) => ((executions += 1), runner.query(divide, [0])));
  await expect(failing).rejects.toThrow('division by zero');
  expect(executions).toBe(1);
});

/** That resemble a refused name. `statement-outcome.integration.spec.ts` has all, and statements without a name. */
const resembling = ['ERROR 0A000 of a pooler', 'FATAL 26000 of a pooler', 'a damaged message'] as const;

it.each(resembling)('a prepared statement is not repeated after %s', async (fault) => {
  const proxied = await connectDatabase(database.proxy.url, [], limits);
  for (let executed = 0; executed < 2; executed++) await proxied.query(insert, [2]);
  database.proxy.replaceNext('INSERT', brokenResponses[fault]);
  await expect(proxied.query(insert, [3]).catch(translate('change'))).rejects.toThrow(OutcomeUnknown);
  expect(await ids()).toEqual([1, 2, 2, 3]);
  await proxied.destroy();
});
