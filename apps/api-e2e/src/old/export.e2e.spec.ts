import { once } from 'node:events';
import { existsSync, mkdtempSync, openSync, closeSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createTestDatabase, type TestDatabase } from '@petstore/database/testing';
import { petsPersistence } from '@petstore/pets-infrastructure';
import { petstore, petstoreProcess, runApp, waitForExit, type DatabaseLocation } from '@petstore/processes';
import fc from 'fast-check';
import type { DataSource } from 'typeorm';
import { createTestDirectory } from './testing/create-test-directory.ts';

const parentDirectory = createTestDirectory();
let directory: string;
let file: string;
let database: TestDatabase;
let dataSource: DataSource;
let location: DatabaseLocation;

beforeEach(async () => {
  directory = mkdtempSync(join(parentDirectory, 'export-'));
  file = join(directory, 'pets.csv');
  database = await createTestDatabase();
  dataSource = await database.open([petsPersistence]);
  location = { DATABASE_URL: database.url };
});

afterEach(() => database.drop());

const databaseLine = () => `petstore: database: ${database.url}\n`;

const insert = (...names: string[]) =>
  dataSource.query(
    "INSERT INTO pets (name, category_id, status) SELECT name, 7, 'sold' FROM unnest($1::text[]) WITH ORDINALITY AS n (name, i) ORDER BY i",
    [names],
  );

const insertMany = (count: number) =>
  dataSource.query(
    "INSERT INTO pets (name, category_id, status) SELECT 'Pet ' || i, i, 'available' FROM generate_series(1, $1::int) AS i",
    [count],
  );

const petsIn = (source: DataSource) =>
  source.query<{ name: string }[]>('SELECT name, category_id, status FROM pets ORDER BY id');

it('writes all animals to standard output, and everything else to standard error', async () => {
  await insert('Rex', '=1+1', 'Zoë, "the cat"');
  expect(await petstore(location, 'export')).toEqual({
    exitCode: 0,
    stdout: `'id,'name,'categoryId,'status\n1,Rex,7,sold\n2,'=1+1,7,sold\n3,"Zoë, ""the cat""",7,sold\n`,
    stderr: `${databaseLine()}100 %: 3 rows exported\npetstore: 3 exported\n`,
  });
});

it('writes only the header if there are no animals', async () => {
  const { exitCode, stdout } = await petstore(location, 'export', '-');
  expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: "'id,'name,'categoryId,'status\n" });
});

it('an import of an export into an empty database creates animals with equal names, categories and statuses', async () => {
  const start = fc.constantFrom('=', '+', '-', '@', "'", '\t', '\n', '\r', '"', ' ', ',', '＝', '');
  const name = fc.tuple(start, start, fc.string({ unit: 'grapheme' }), start).map((parts) => parts.join(''));
  const valid = name.filter((text) => /\S/.test(text) && !text.includes('\0') && [...text].length <= 255);
  const int64 = fc.oneof(
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
    fc.constantFrom(-(2n ** 63n), 2n ** 63n - 1n),
  );
  const pet = fc.record({ name: valid, categoryId: int64, status: fc.constantFrom('available', 'pending', 'sold') });
  const pets = fc.sample(pet, 5_000);
  await dataSource.query(
    'INSERT INTO pets (name, category_id, status) SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[])',
    [pets.map((each) => each.name), pets.map(({ categoryId }) => String(categoryId)), pets.map(({ status }) => status)],
  );
  // Ids with gaps, as in a database that was used.
  await dataSource.query('DELETE FROM pets WHERE id % 7 = 0');
  expect((await petstore(location, 'export', file)).stdout).toBe(`4,286 exported to ${file}\n`);

  const empty = await createTestDatabase();
  try {
    const target = await empty.open([petsPersistence]);
    const { exitCode, stdout } = await petstore({ DATABASE_URL: empty.url }, 'import', file);
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '4,286 imported, 0 rejected\n' });
    expect(await petsIn(target)).toEqual(await petsIn(dataSource));
  } finally {
    await empty.drop();
  }
});

it('shows the progress', async () => {
  await insertMany(20_000);
  const { stdout, stderr } = await petstore(location, 'export', file);
  expect(stdout).toBe(`20,000 exported to ${file}\n`);
  const steps = Array.from({ length: 10 }, (_, index) => `${(index + 1) * 10} %: ${(index + 1) * 2_000} rows exported`);
  expect(stderr).toBe(`${databaseLine()}${steps.join('\n')}\n`);
});

it('replaces an existing file only with --force', async () => {
  await insert('Rex');
  writeFileSync(file, 'before');
  expect(await petstore(location, 'export', file)).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: `${databaseLine()}petstore: ${file} cannot be written: the file exists; --force replaces it\n`,
  });
  expect(readFileSync(file, 'utf8')).toBe('before');
  expect((await petstore(location, 'export', file, '--force')).exitCode).toBe(0);
  expect(readFileSync(file, 'utf8')).toContain('1,Rex,7,sold\n');
  expect(readdirSync(directory)).toEqual(['pets.csv']);
});

it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('leaves nothing if %s stops it', async (signal) => {
  await insertMany(200_000);
  const child = petstoreProcess(location, 'export', file);
  const result = waitForExit(child);
  child.stderr.on('data', (chunk: Buffer) => chunk.includes('10 %') && child.kill(signal));
  const { exitCode, stdout, stderr } = await result;
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
  expect(stderr).toContain(`petstore: stopped by ${signal}: nothing was exported\n`);
  expect(readdirSync(directory)).toEqual([]);
});

it('ends without a message and with exit code 0 if the reader of standard output closes the pipe', async () => {
  await insertMany(200_000);
  const child = petstoreProcess(location, 'export');
  const ended = Promise.all([once(child, 'exit'), text(child.stderr)]);
  child.stdout.once('data', () => child.stdout.destroy());
  const [[exitCode], stderr] = await ended;
  expect(exitCode).toBe(0);
  expect(stderr.split('\n').filter((line) => line.startsWith('petstore: '))).toEqual([databaseLine().trimEnd()]);
});

const itWithFullDevice = existsSync('/dev/full') ? it : it.skip;

itWithFullDevice('reports a full disk behind standard output in one line, with exit code 1', async () => {
  await insert('Rex');
  const full = openSync('/dev/full', 'w');
  try {
    const child = runApp('cli', ['export'], { ...location }, full);
    const [[exitCode], stderr] = await Promise.all([once(child, 'exit'), text(child.stderr)]);
    expect(exitCode).toBe(1);
    expect(stderr).toBe(
      `${databaseLine()}petstore: standard output cannot be written: ENOSPC: no space left on device, write\n`,
    );
  } finally {
    closeSync(full);
  }
});

it('fails in one line and leaves nothing if the database ends the connection', async () => {
  await insertMany(200_000);
  const child = petstoreProcess(location, 'export', file);
  const result = waitForExit(child);
  const endExport =
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND xact_start IS NOT NULL AND pid <> pg_backend_pid()';
  child.stderr.on('data', (chunk: Buffer) => {
    if (chunk.includes('10 %')) void dataSource.query(endExport);
  });
  const { exitCode, stderr } = await result;
  expect(exitCode).toBe(1);
  expect(stderr.split('\n').filter((line) => line.startsWith('petstore: '))).toHaveLength(2);
  expect(readdirSync(directory)).toEqual([]);
});
