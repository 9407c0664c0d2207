import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, succeeded, WireProxy, type TestDatabase } from '@petstore/database/testing';
import { waitForExit, petstore, petstoreProcess, type ProcessResult, type DatabaseLocation } from '@petstore/processes';
import type { DataSource } from 'typeorm';
import { createTestDirectory } from './testing/create-test-directory.ts';

const previousContent = 'rows of the last import, repaired by hand\n';

const parentDirectory = createTestDirectory();
let directory: string;
let rejected: string;
let database: TestDatabase;
let server: DataSource;
let proxy: WireProxy;
let location: DatabaseLocation;

beforeEach(async () => {
  directory = mkdtempSync(join(parentDirectory, 'import-'));
  chmodSync(directory, 0o711);
  rejected = join(directory, 'rejected.csv');
  writeFileSync(rejected, previousContent);
  writeFileSync(join(directory, 'pets.csv'), 'name,categoryId\nRex,1\nTom,2\n ,3\n');
  database = await createTestDatabase();
  server = await database.open([]);
  proxy = await WireProxy.startFor(database.url);
  location = { DATABASE_URL: proxy.urlOf(database.url) };
  expect((await petstore(location, 'migrate')).exitCode).toBe(0);
});

afterEach(async () => {
  proxy.close();
  await database.drop();
});

const startImport = () => petstoreProcess(location, 'import', join(directory, 'pets.csv'), '--rejected', rejected);

/** Runs an import, and sends it the signal when PostgreSQL has executed a statement with this command tag. */
function importWithSignal(signal: NodeJS.Signals, tag: string): Promise<ProcessResult> {
  const child = startImport();
  proxy.replace = (response) => {
    if (succeeded(response, tag)) {
      child.kill(signal);
      // Blocks until the signal is delivered, so that the process receives the response of PostgreSQL after the signal.
      while (isPending(child.pid!, signal));
    }
    return undefined;
  };
  return waitForExit(child);
}

/** Returns whether the signal has not been delivered yet. Always returns false on systems other than Linux. */
function isPending(pid: number, signal: NodeJS.Signals): boolean {
  const status = `/proc/${pid}/status`;
  if (!existsSync(status)) return false;
  // The masks of pending signals, in hexadecimal. Bit n - 1 is signal n.
  const pending = readFileSync(status, 'utf8').matchAll(/^(?:Sig|Shd)Pnd:\s+([\da-f]+)/gm);
  const bit = 1n << BigInt(constants.signals[signal] - 1);
  return [...pending].some(([, mask]) => (BigInt(`0x${mask}`) & bit) !== 0n);
}

const storedNames = async () =>
  (await server.query<{ name: string }[]>('SELECT name FROM pets ORDER BY id')).map(({ name }) => name);

it('an import reports how to query its outcome if the connection is lost during COMMIT', async () => {
  proxy.replace = (response) => (succeeded(response, 'COMMIT') ? { bytes: Buffer.alloc(0), then: 'ended' } : undefined);
  const { exitCode, stdout, stderr } = await waitForExit(startImport());
  expect(exitCode).toBe(1);
  expect(stdout).toBe('');
  expect(stderr).toContain('all 2 animals were created, or none');
  const [, query] = /-c "(SELECT pg_xact_status\('\d+'\))"/.exec(stderr) ?? [];
  expect(await server.query(query!)).toEqual([{ pg_xact_status: 'committed' }]);
  expect(await storedNames()).toEqual(['Rex', 'Tom']);
  const [, draft] = /The rejected rows are in (\/.*)\n$/.exec(stderr) ?? [];
  expect(readFileSync(draft!, 'utf8')).toMatch(/\n4,"name must be .*", ,3\n$/);
  expect(readFileSync(rejected, 'utf8')).toBe(previousContent);
});

describe.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s', (signal) => {
  it('during the last INSERT rolls back the import', async () => {
    const { exitCode, stdout, stderr } = await importWithSignal(signal, 'INSERT');
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toContain(`petstore: stopped by ${signal}: nothing was imported\n`);
    expect(await storedNames()).toEqual([]);
    expect(readFileSync(rejected, 'utf8')).toBe(previousContent);
    expect(readdirSync(directory).sort()).toEqual(['pets.csv', 'rejected.csv']);
  });

  it('during COMMIT does not stop the import, which reports its result', async () => {
    const { exitCode, stdout } = await importWithSignal(signal, 'COMMIT');
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: `2 imported, 1 rejected, to ${rejected}\n` });
    expect(await storedNames()).toEqual(['Rex', 'Tom']);
    expect(readFileSync(rejected, 'utf8')).toMatch(/\n4,"name must be .*", ,3\n$/);
    expect(readdirSync(directory).sort()).toEqual(['pets.csv', 'rejected.csv']);
  });
});

it('an import that fails at its last INSERT keeps an existing file of rejected rows', async () => {
  proxy.replace = (response) => (succeeded(response, 'INSERT') ? { bytes: Buffer.alloc(0), then: 'ended' } : undefined);
  const { exitCode } = await waitForExit(startImport());
  expect(exitCode).toBe(1);
  expect(await storedNames()).toEqual([]);
  expect(existsSync(rejected) && readFileSync(rejected, 'utf8')).toBe(previousContent);
});

it('an import reports its result before it stops the embedded server, and a later signal does not change its exit code', async () => {
  const data = join(directory, 'data');
  const child = petstoreProcess({ DATA_DIR: data }, 'import', join(directory, 'pets.csv'), '--rejected', rejected);
  let wasRunning = false;
  child.stdout.once('data', () => {
    wasRunning = existsSync(join(data, 'postgresql/postmaster.pid'));
    child.kill('SIGINT');
  });
  const { exitCode, stdout } = await waitForExit(child);
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: `2 imported, 1 rejected, to ${rejected}\n` });
  expect(wasRunning).toBe(true);
});
