import {
  commandLineLimits,
  DatabaseUnavailable,
  idempotencyPersistence,
  OutcomeUnknown,
  runnerOf,
  translate,
} from '@petstore/database';
import { eventsPersistence } from '@petstore/event-log/typeorm-event-log';
import { brokenResponses, succeeded, until, untilBlocked, useProxiedDatabase } from '@petstore/database/testing';
import { IdempotencyKey, type AbortSignal } from '@petstore/kernel';
import { NewPet, PetId, PetStatus } from '@petstore/pets-domain';
import { petsPersistence, TypeOrmPetRepository } from '../index.ts';
import { pages } from './list-loader.ts';

const contexts = [idempotencyPersistence, eventsPersistence, petsPersistence];
const database = useProxiedDatabase(contexts, ['pets', 'idempotency_keys', 'event_outbox', 'events']);
const { direct } = database;

let pets: TypeOrmPetRepository;

beforeAll(() => {
  pets = new TypeOrmPetRepository(database.source);
});

const newPet = (name: string, status = 'available') => NewPet.of({ name, categoryId: 7, status });
const names = async () =>
  (await direct.query<{ name: string }[]>('SELECT name FROM pets')).map(({ name }) => name).sort();

const replacements = ['PANIC 53100', 'ERROR XX000 of a pooler', 'a reset'] as const;

it.each(replacements)(
  'stores the pets of a batch once and rejects each call with OutcomeUnknown if the response after COMMIT is %s',
  async (response) => {
    // Connects first, because the responses to the first statements of a connection would be replaced, too.
    await database.source.query('SELECT 1');
    const logQuery = jest.spyOn(database.source.logger, 'logQuery');
    database.proxy.replace = (answer) => (succeeded(answer, 'SELECT') ? brokenResponses[response] : undefined);
    const created = await Promise.allSettled(['Rex', 'Tom'].map((name) => pets.add(newPet(name).register('key_1'))));
    database.proxy.replace = () => undefined;
    expect(logQuery).toHaveBeenCalledTimes(1);
    expect(await names()).toEqual(['Rex', 'Tom']);
    const outcomeUnknown = { status: 'rejected', reason: expect.any(OutcomeUnknown) };
    expect(created).toEqual([outcomeUnknown, outcomeUnknown]);
  },
);

it('does not insert a row again after its signal has aborted and its caller got OutcomeUnknown', async () => {
  await direct.query("ALTER TABLE pets ADD CONSTRAINT no_cats CHECK (name <> 'Cat')");
  const lockHolder = direct.source.createQueryRunner();
  await lockHolder.startTransaction();
  await lockHolder.query('LOCK TABLE pets IN SHARE ROW EXCLUSIVE MODE');
  // The three creates share a statement, which waits for the lock. PostgreSQL rejects it because of Cat.
  const controller = new AbortController();
  const rex = pets.add(newPet('Rex').register('key_1'), undefined, controller.signal);
  const others = Promise.allSettled(['Cat', 'Tom'].map((name) => pets.add(newPet(name).register('key_1'))));
  await untilBlocked(direct.url);
  controller.abort();
  await expect(rex).rejects.toThrow(OutcomeUnknown);
  await lockHolder.rollbackTransaction();
  await lockHolder.release();
  expect((await others).map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  await direct.query('ALTER TABLE pets DROP CONSTRAINT no_cats');
  expect(await names()).toEqual(['Tom']);
});

it('does not insert a row whose signal aborts while it waits for a connection', async () => {
  const holders = Array.from({ length: commandLineLimits.poolSize }, () => database.source.createQueryRunner());
  await Promise.all(holders.map((holder) => holder.connect()));
  const [late, patient] = [
    pets.add(newPet('Rex').register('key_1'), undefined, AbortSignal.timeout(50)),
    pets.add(newPet('Tom').register('key_1')),
  ];
  await expect(late).rejects.toThrow(DatabaseUnavailable);
  for (const holder of holders) await holder.release();
  await patient;
  expect(await names()).toEqual(['Tom']);
});

it('does not insert a row whose key ends while it waits for a connection, but the other rows of its batch', async () => {
  const holders = Array.from({ length: commandLineLimits.poolSize }, () => database.source.createQueryRunner());
  await Promise.all(holders.map((holder) => holder.connect()));
  const refusal = new Error('revoked');
  const signalOf = (verifyCaller: AbortSignal['verifyCaller']): AbortSignal =>
    Object.assign(new AbortController().signal, { verifyCaller });
  const [revoked, valid] = [jest.fn(() => Promise.reject(refusal)), jest.fn(() => Promise.resolve())];
  const adding = Promise.allSettled([
    pets.add(newPet('Rex').register('key_1'), undefined, signalOf(revoked)),
    pets.add(newPet('Kim').register('key_1'), IdempotencyKey.of('a-key', 'key_1'), signalOf(revoked)),
    pets.add(newPet('Tom').register('key_2'), undefined, signalOf(valid)),
  ]);
  expect(revoked).not.toHaveBeenCalled();
  for (const holder of holders) await holder.release();
  const refused = { status: 'rejected', reason: refusal };
  expect(await adding).toEqual([refused, refused, { status: 'fulfilled', value: expect.anything() }]);
  expect(await names()).toEqual(['Tom']);
});

it('does not insert a row whose connection ends before its key is confirmed', async () => {
  const verifyCaller: AbortSignal['verifyCaller'] = async (transaction) => {
    await direct.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
    const runner = runnerOf(transaction);
    await until(() => runner.isReleased);
    // As the repository of the keys.
    return runner.manager.query('SELECT 1').catch(translate('read'));
  };
  const signal = Object.assign(new AbortController().signal, { verifyCaller });
  await expect(pets.add(newPet('Rex').register('key_1'), undefined, signal)).rejects.toThrow(DatabaseUnavailable);
  expect(await names()).toEqual([]);
});

describe('concurrent lists', () => {
  it('are divided into statements of at most 2,000 rows, and lists with the same start and status count once', async () => {
    const logQuery = jest.spyOn(database.source.logger, 'logQuery');
    const after = (id: number) => new PetId(String(id));
    await Promise.all([
      ...Array.from({ length: 50 }, (_, index) => pets.list({ limit: 101, after: after(index + 1) })),
      ...Array.from({ length: 50 }, () => pets.list({ limit: 101 })),
      ...Array.from({ length: 30 }, (_, id) =>
        pets.list({ limit: 101, after: after(id), status: PetStatus.of('sold') }),
      ),
    ]);
    expect(new Set(logQuery.mock.calls.map(([statement]) => statement))).toEqual(new Set([pages]));
    const rows = logQuery.mock.calls.map(([, values]) =>
      (values as number[][])[1]!.reduce((sum, limit) => sum + limit, 0),
    );
    // 81 lists differ (50 + 1 + 30), and 19 of them, with 101 rows each, fit into a statement.
    expect(rows).toEqual([1919, 1919, 1919, 1919, 505]);
  });

  it('fail only if their own statement fails', async () => {
    jest.spyOn(database.source.logger, 'logQuery').mockImplementationOnce(() => {
      throw new Error('canceling statement due to statement timeout');
    });
    // 19 lists of 101 rows fit into the first statement, and the 20th needs a second one.
    const lists = Array.from({ length: 20 }, (_, id) => pets.list({ limit: 101, after: new PetId(String(id + 1)) }));
    const outcomes = (await Promise.allSettled(lists)).map(({ status }) => status);
    expect(outcomes).toEqual([...Array<string>(19).fill('rejected'), 'fulfilled']);
  });
});
