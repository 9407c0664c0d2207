import {
  Database,
  DatabaseUnavailable,
  OutcomeUnknown,
  commandLineLimits,
  eventsPersistence,
  idempotencyPersistence,
} from '@petstore/database';
import {
  createTestDatabase,
  errorResponse,
  readyForQuery,
  succeeded,
  Proxy,
  type Replacement,
  type TestDatabase,
  untilBlocked,
} from '@petstore/database/testing';
import { NewPet, PetId, PetStatus } from '@petstore/pets-domain';
import type { DataSource } from 'typeorm';
import { petsPersistence, TypeOrmPetRepository } from './index.ts';
import { pages } from './list-loader.ts';

let database: TestDatabase;
/** Connects without the proxy. */
let direct: DataSource;
let proxy: Proxy;
let opened: Database;
let pets: TypeOrmPetRepository;

beforeAll(async () => {
  database = await createTestDatabase();
  direct = await database.open([idempotencyPersistence, eventsPersistence, petsPersistence]);
  proxy = await Proxy.start(database.url);
  const settings = { kind: 'external', url: proxy.url } as const;
  opened = await Database.create(
    settings,
    [idempotencyPersistence, eventsPersistence, petsPersistence],
    { ...commandLineLimits, statementTimeout: 2_000 },
    () => undefined,
  );
  await opened.open();
  pets = new TypeOrmPetRepository(opened.dataSource);
});

beforeEach(() => direct.query('TRUNCATE pets, idempotency_keys, events'));

afterEach(() => jest.restoreAllMocks());

afterAll(async () => {
  await opened.close();
  proxy.close();
  await database.drop();
});

const newPet = (name: string, status = 'available') => NewPet.of({ name, categoryId: 7, status });
const names = async () =>
  (await direct.query<{ name: string }[]>('SELECT name FROM pets')).map(({ name }) => name).sort();

const fromPooler = Buffer.concat([errorResponse('ERROR', 'XX000', 'server connection lost'), readyForQuery]);

/** Replacements of the response to COMMIT. The keys are severity and SQLSTATE, or a description. */
const replacements: Record<string, Replacement> = {
  'PANIC 53100': { bytes: errorResponse('PANIC', '53100', 'no space left on device'), then: 'ended' },
  'ERROR XX000 from a pooler': { bytes: fromPooler, then: 'open' },
  'a reset': { bytes: Buffer.alloc(0), then: 'reset' },
};

it.each(Object.entries(replacements))(
  'stores the pets of a batch once and rejects each call with OutcomeUnknown if the response after COMMIT is %s',
  async (_, replacement) => {
    const logQuery = jest.spyOn(opened.dataSource.logger, 'logQuery');
    // The responses to statements of a new connection would be replaced, too.
    await opened.ping();
    proxy.replace = (response) => (succeeded(response, 'SELECT') ? replacement : undefined);
    const created = await Promise.allSettled(['Rex', 'Tom'].map((name) => pets.add(newPet(name), 'key_1')));
    proxy.replace = () => undefined;
    expect(logQuery).toHaveBeenCalledTimes(1);
    expect(await names()).toEqual(['Rex', 'Tom']);
    const outcomeUnknown = { status: 'rejected', reason: expect.any(OutcomeUnknown) };
    expect(created).toEqual([outcomeUnknown, outcomeUnknown]);
  },
);

it('does not insert a row again after its signal has aborted and its caller got OutcomeUnknown', async () => {
  await direct.query("ALTER TABLE pets ADD CONSTRAINT no_cats CHECK (name <> 'Cat')");
  const lockHolder = direct.createQueryRunner();
  await lockHolder.startTransaction();
  await lockHolder.query('LOCK TABLE pets IN SHARE ROW EXCLUSIVE MODE');
  // The three creates share a statement, which waits for the lock. PostgreSQL rejects it because of Cat.
  const controller = new AbortController();
  const rex = pets.add(newPet('Rex'), 'key_1', undefined, controller.signal);
  const others = Promise.allSettled(['Cat', 'Tom'].map((name) => pets.add(newPet(name), 'key_1')));
  await untilBlocked(database.url);
  controller.abort();
  await expect(rex).rejects.toThrow(OutcomeUnknown);
  await lockHolder.rollbackTransaction();
  await lockHolder.release();
  expect((await others).map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  await direct.query('ALTER TABLE pets DROP CONSTRAINT no_cats');
  expect(await names()).toEqual(['Tom']);
});

it('does not insert a row whose signal aborts while it waits for a connection', async () => {
  const holders = Array.from({ length: commandLineLimits.poolSize }, () => opened.dataSource.createQueryRunner());
  await Promise.all(holders.map((holder) => holder.connect()));
  const [late, patient] = [
    pets.add(newPet('Rex'), 'key_1', undefined, AbortSignal.timeout(50)),
    pets.add(newPet('Tom'), 'key_1'),
  ];
  await expect(late).rejects.toThrow(DatabaseUnavailable);
  for (const holder of holders) await holder.release();
  await patient;
  expect(await names()).toEqual(['Tom']);
});

describe('concurrent lists', () => {
  it('are divided into statements of at most 2,000 rows, and lists with the same start and status count once', async () => {
    const rows: number[] = [];
    jest.spyOn(opened.dataSource, 'query').mockImplementation(async (statement, values) => {
      expect(statement).toBe(pages);
      rows.push((values as number[][])[1]!.reduce((sum, limit) => sum + limit, 0));
      return [];
    });
    const after = (id: number) => new PetId(String(id));
    await Promise.all([
      ...Array.from({ length: 50 }, (_, index) => pets.list({ limit: 101, after: after(index + 1) })),
      ...Array.from({ length: 50 }, () => pets.list({ limit: 101 })),
      ...Array.from({ length: 30 }, (_, id) =>
        pets.list({ limit: 101, after: after(id), status: PetStatus.of('sold') }),
      ),
    ]);
    expect(rows).toEqual([1919, 1919, 1919, 1919, 505]);
  });

  it('fail only if their own statement fails', async () => {
    jest
      .spyOn(opened.dataSource, 'query')
      .mockRejectedValueOnce(new Error('canceling statement due to statement timeout'));
    // 19 lists of 101 rows fit into the first statement, and the 20th needs a second one.
    const lists = Array.from({ length: 20 }, (_, id) => pets.list({ limit: 101, after: new PetId(String(id + 1)) }));
    const outcomes = (await Promise.allSettled(lists)).map(({ status }) => status);
    expect(outcomes).toEqual([...Array<string>(19).fill('rejected'), 'fulfilled']);
  });
});
