import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, succeeded, WireProxy, type TestDatabase } from '@petstore/database/testing';
import { waitForExit, petstore, petstoreProcess, type ProcessResult, type DatabaseLocation } from '@petstore/processes';
import type { DataSource } from 'typeorm';
import { testFolder } from './testing/test-folder.ts';

const before = 'rows of the last import, repaired by hand\n';

const tests = testFolder();
let folder: string;
let rejected: string;
let database: TestDatabase;
let server: DataSource;
let proxy: WireProxy;
let place: DatabaseLocation;

beforeEach(async () => {
  folder = mkdtempSync(join(tests, 'import-'));
  chmodSync(folder, 0o711);
  rejected = join(folder, 'rejected.csv');
  writeFileSync(rejected, before);
  writeFileSync(join(folder, 'pets.csv'), 'name,categoryId\nRex,1\nTom,2\n ,3\n');
  database = await createTestDatabase();
  server = await database.open([]);
  proxy = await WireProxy.before(database.url);
  place = { DATABASE_URL: proxy.through(database.url) };
  expect((await petstore(place, 'migrate')).exitCode).toBe(0);
});

afterEach(async () => {
  proxy.close();
  await database.drop();
});

const startImport = () => petstoreProcess(place, 'import', join(folder, 'pets.csv'), '--rejected', rejected);

/** Runs an import that gets the signal when PostgreSQL has executed a statement with this command tag. */
function importStopped(signal: NodeJS.Signals, tag: string): Promise<ProcessResult> {
  const child = startImport();
  proxy.replace = (answer) => {
    if (succeeded(answer, tag)) {
      child.kill(signal);
      // Waits for the delivery, so that the process receives the answer after the signal.
      while (isPending(child.pid!, signal));
    }
    return undefined;
  };
  return waitForExit(child);
}

/** Whether the signal has not been delivered yet. Always false on other systems than Linux. */
function isPending(pid: number, signal: NodeJS.Signals): boolean {
  const status = `/proc/${pid}/status`;
  if (!existsSync(status)) return false;
  const pending = readFileSync(status, 'utf8').matchAll(/^(?:Sig|Shd)Pnd:\s+([\da-f]+)/gm);
  const bit = 1n << BigInt(constants.signals[signal] - 1);
  return [...pending].some(([, mask]) => (BigInt(`0x${mask}`) & bit) !== 0n);
}

const names = async () =>
  (await server.query<{ name: string }[]>('SELECT name FROM pets ORDER BY id')).map(({ name }) => name);

it('reports how to query the outcome of an import whose COMMIT was not answered', async () => {
  proxy.replace = (answer) => (succeeded(answer, 'COMMIT') ? { bytes: Buffer.alloc(0), then: 'ended' } : undefined);
  const { exitCode, stdout, stderr } = await waitForExit(startImport());
  expect(exitCode).toBe(1);
  expect(stdout).toBe('');
  expect(stderr).toContain('all 2 animals were created, or none');
  const [, question] = /-c "(SELECT pg_xact_status\('\d+'\))"/.exec(stderr) ?? [];
  expect(await server.query(question!)).toEqual([{ pg_xact_status: 'committed' }]);
  expect(await names()).toEqual(['Rex', 'Tom']);
  const [, draft] = /The rejected rows are in (\/.*)\n$/.exec(stderr) ?? [];
  expect(readFileSync(draft!, 'utf8')).toMatch(/\n4,"name must be .*", ,3\n$/);
  expect(readFileSync(rejected, 'utf8')).toBe(before);
});

describe.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s', (signal) => {
  it('during the last INSERT rolls back the import', async () => {
    const { exitCode, stdout, stderr } = await importStopped(signal, 'INSERT');
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toContain(`petstore: stopped by ${signal}: nothing was imported\n`);
    expect(await names()).toEqual([]);
    expect(readFileSync(rejected, 'utf8')).toBe(before);
    expect(readdirSync(folder).sort()).toEqual(['pets.csv', 'rejected.csv']);
  });

  it('during COMMIT does not suppress the result', async () => {
    const { exitCode, stdout } = await importStopped(signal, 'COMMIT');
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: `2 imported, 1 rejected, to ${rejected}\n` });
    expect(await names()).toEqual(['Rex', 'Tom']);
    expect(readFileSync(rejected, 'utf8')).toMatch(/\n4,"name must be .*", ,3\n$/);
    expect(readdirSync(folder).sort()).toEqual(['pets.csv', 'rejected.csv']);
  });
});

it('keeps an existing file of rejected rows when the import fails at its last INSERT', async () => {
  proxy.replace = (answer) => (succeeded(answer, 'INSERT') ? { bytes: Buffer.alloc(0), then: 'ended' } : undefined);
  const { exitCode } = await waitForExit(startImport());
  expect(exitCode).toBe(1);
  expect(await names()).toEqual([]);
  expect(existsSync(rejected) && readFileSync(rejected, 'utf8')).toBe(before);
});

it('reports its result before it stops the embedded server, and keeps its exit code on a later signal', async () => {
  const data = join(folder, 'data');
  const child = petstoreProcess({ DATA_DIR: data }, 'import', join(folder, 'pets.csv'), '--rejected', rejected);
  let wasRunning = false;
  child.stdout.once('data', () => {
    wasRunning = existsSync(join(data, 'postgresql/postmaster.pid'));
    child.kill('SIGINT');
  });
  const { exitCode, stdout } = await waitForExit(child);
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: `2 imported, 1 rejected, to ${rejected}\n` });
  expect(wasRunning).toBe(true);
});
