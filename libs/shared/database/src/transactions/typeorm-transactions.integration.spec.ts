import { IdempotencyConflict, type Transaction } from '@petstore/kernel';
import type { QueryRunner } from 'typeorm';
import { createDataSource } from '../connection/data-source.ts';
import { DatabaseUnavailable, OutcomeUnknown } from '../errors/database.errors.ts';
import { commandLineLimits } from '../connection/database-limits.ts';
import { brokenResponses, errorResponse, readyForQuery, succeeded, useProxiedDatabase } from '../testing/index.ts';
import { inTransaction, runnerOf } from './typeorm-transactions.ts';

const database = useProxiedDatabase([], ['notes']);

beforeAll(() => database.direct.query('CREATE TABLE notes (id int)'));

const count = async () => (await database.direct.query<{ count: string }[]>('SELECT count(*) FROM notes'))[0]!.count;

const addNote = () => inTransaction(database.source, (runner) => runner.query('INSERT INTO notes VALUES (1)'));

it('throws DatabaseUnavailable if the data source is not connected', async () => {
  const unconnected = await createDataSource(database.direct.url, [], commandLineLimits);
  await expect(inTransaction(unconnected, () => Promise.resolve())).rejects.toThrow(DatabaseUnavailable);
});

const lost = brokenResponses['FATAL 57P01'];

it('throws DatabaseUnavailable if the connection is lost during a statement, and nothing was committed', async () => {
  database.proxy.replaceNext('INSERT', lost);
  await expect(addNote()).rejects.toThrow(DatabaseUnavailable);
  expect(await count()).toBe('0');
});

it('throws OutcomeUnknown if the connection is lost during COMMIT', async () => {
  database.proxy.replaceNext('COMMIT', lost);
  await expect(addNote()).rejects.toThrow(OutcomeUnknown);
  expect(await count()).toBe('1');
});

it('throws DatabaseUnavailable when the connection ends between two statements', async () => {
  const adding = inTransaction(database.source, async (runner) => {
    const [backend] = (await runner.query('SELECT pg_backend_pid() AS pid')) as { pid: number }[];
    const client = (await runner.connect()) as { once(event: string, listener: () => void): void };
    const ended = new Promise<void>((resolve) => client.once('end', resolve));
    await database.direct.query('SELECT pg_terminate_backend($1)', [backend!.pid]);
    await ended;
  });
  await expect(adding).rejects.toThrow(DatabaseUnavailable);
});

it('rethrows the error of PostgreSQL when it rejects COMMIT', async () => {
  await database.direct.query('ALTER TABLE notes ADD CONSTRAINT once UNIQUE (id) DEFERRABLE INITIALLY DEFERRED');
  const adding = inTransaction(database.source, (runner) => runner.query('INSERT INTO notes VALUES (1), (1)'));
  await expect(adding).rejects.toMatchObject({ code: '23505' });
  await database.direct.query('ALTER TABLE notes DROP CONSTRAINT once');
});

it('rolls back and rethrows an error of the work', async () => {
  // The message resembles a lost connection, but the error does not come from the driver.
  const workError = new Error('ECONNRESET');
  const adding = inTransaction(database.source, async (runner) => {
    await runner.query('INSERT INTO notes VALUES (1)');
    throw workError;
  });
  await expect(adding).rejects.toBe(workError);
  expect(await count()).toBe('0');
});

it('asks the signal after the work, on the only connection, and commits nothing if it refuses', async () => {
  const single = await database.direct.connect({ poolSize: 1 });
  const refusal = new Error('revoked');
  const verifyCaller = async (transaction: Transaction) => {
    expect(await runnerOf(transaction).query('SELECT id FROM notes')).toEqual([{ id: 1 }]);
    throw refusal;
  };
  const signal = Object.assign(new AbortController().signal, { verifyCaller });
  const adding = inTransaction(single, (runner) => runner.query('INSERT INTO notes VALUES (1)'), { signal });
  await expect(adding).rejects.toBe(refusal);
  expect(await single.query('SELECT id FROM notes')).toEqual([]);
});

it('asks the signal also if the work refuses the change, and throws its refusal', async () => {
  const single = await database.direct.connect({ poolSize: 1 });
  const refusal = new Error('revoked');
  const verifyCaller = async (transaction: Transaction) => {
    await runnerOf(transaction).query('SELECT 1');
    throw refusal;
  };
  const signal = Object.assign(new AbortController().signal, { verifyCaller });
  const refuse = () => Promise.reject(new IdempotencyConflict());
  await expect(inTransaction(single, refuse, { signal })).rejects.toBe(refusal);
});

it('throws DatabaseUnavailable when a statement is rejected for a temporary reason', async () => {
  const rejection = Buffer.concat([errorResponse('ERROR', '57014', 'canceling statement'), readyForQuery]);
  database.proxy.replaceNext('INSERT', { bytes: rejection, then: 'open' });
  await expect(addNote()).rejects.toThrow(DatabaseUnavailable);
});

describe('when the signal aborts', () => {
  it('throws DatabaseUnavailable before COMMIT, and commits nothing', async () => {
    const adding = inTransaction(database.source, (runner) => runner.query('INSERT INTO notes VALUES (1)'), {
      signal: AbortSignal.abort(),
    });
    await expect(adding).rejects.toThrow(DatabaseUnavailable);
    expect(await count()).toBe('0');
  });

  it('throws DatabaseUnavailable while the work waits, and rolls back when it ends', async () => {
    const single = await database.direct.connect({ poolSize: 1 });
    let finish: () => void = () => undefined;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    const controller = new AbortController();
    const work = async (runner: QueryRunner) => {
      await runner.query('INSERT INTO notes VALUES (1)');
      controller.abort();
      await finished;
    };
    const adding = inTransaction(single, work, { signal: controller.signal });
    await expect(adding).rejects.toThrow(DatabaseUnavailable);
    finish();
    // The only connection is free when the transaction has ended.
    expect(await single.query('SELECT * FROM notes')).toEqual([]);
  });

  it('throws OutcomeUnknown after COMMIT was sent', async () => {
    const controller = new AbortController();
    const { signal } = controller;
    database.proxy.replace = (answer) => {
      if (succeeded(answer, 'COMMIT')) controller.abort();
      return undefined;
    };
    const adding = inTransaction(database.source, (runner) => runner.query('INSERT INTO notes VALUES (1)'), { signal });
    await expect(adding).rejects.toThrow(OutcomeUnknown);
    expect(await count()).toBe('1');
  });
});

describe('an import', () => {
  it('names its transaction if the connection is lost during COMMIT, so that the operator can find out the outcome', async () => {
    database.proxy.replaceNext('COMMIT', lost);
    const importing = inTransaction(database.source, (runner) => runner.query('INSERT INTO notes VALUES (1)'), {
      purpose: 'import',
    });
    const { message } = (await importing.catch((error: unknown) => error)) as Error;
    const [, id] = /SELECT pg_xact_status\('(\d+)'\)/.exec(message)!;
    expect(await database.direct.query('SELECT pg_xact_status($1) AS status', [id])).toEqual([{ status: 'committed' }]);
  });
});

describe('an export', () => {
  const exporting = <T>(work: (runner: QueryRunner) => Promise<T>, source = database.source) =>
    inTransaction(source, work, { purpose: 'export' });

  it('reads one snapshot, and gets no transaction id, because the log of events would wait for the end of the export', async () => {
    await addNote();
    const seen = await exporting(async (runner) => {
      const read = () => runner.query('SELECT id, pg_current_xact_id_if_assigned() AS xid FROM notes');
      await read();
      await database.direct.query('UPDATE notes SET id = 2; INSERT INTO notes VALUES (3)');
      return read();
    });
    expect(seen).toEqual([{ id: 1, xid: null }]);
  });

  // PostgreSQL reports a read-only transaction with the same code as a server that is no longer the primary.
  it('cannot change anything', async () => {
    const changing = exporting((runner) => runner.query('INSERT INTO notes VALUES (1)'));
    await expect(changing).rejects.toThrow(DatabaseUnavailable);
  });

  it('waits for a slow reader longer than other transactions may be idle', async () => {
    const impatient = await database.direct.connect({ statementTimeout: 1_000 });
    // PostgreSQL ends other idle transactions of these limits after 1 s.
    await exporting(() => database.direct.query('SELECT pg_sleep(1.5)'), impatient);
  });

  it('throws DatabaseUnavailable if the connection is lost, also during COMMIT', async () => {
    database.proxy.replaceNext('COMMIT', lost);
    await expect(exporting((runner) => runner.query('SELECT 1'))).rejects.toThrow(DatabaseUnavailable);
  });
});
