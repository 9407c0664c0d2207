import { createTestDatabase, type TestDatabase } from '@petstore/database/testing';
import { petsPersistence } from '@petstore/pets-infrastructure';
import { waitForExit, petstore, petstoreProcess, type DatabaseLocation } from '@petstore/processes';
import type { DataSource } from 'typeorm';

let database: TestDatabase;
let dataSource: DataSource;
let location: DatabaseLocation;

beforeEach(async () => {
  database = await createTestDatabase();
  dataSource = await database.open([petsPersistence]);
  location = { DATABASE_URL: database.url };
});

afterEach(() => database.drop());

const storedPets = (): Promise<unknown[]> => dataSource.query('SELECT name, category_id, status FROM pets ORDER BY id');

it('creates the same animals for the same seed, and says how many', async () => {
  const { exitCode, stdout, stderr } = await petstore(location, 'seed');
  expect({ exitCode, stdout, stderr }).toEqual({
    exitCode: 0,
    stdout: 'created 100 invented animals of seed 1\n',
    stderr: `petstore: database: ${database.url}\n`,
  });
  await petstore(location, 'seed', '--seed', '1', '--count', '100');
  await petstore(location, 'seed', '--seed', '2');
  const pets = await storedPets();
  expect(pets).toHaveLength(300);
  expect(pets.slice(100, 200)).toEqual(pets.slice(0, 100));
  expect(pets.slice(200)).not.toEqual(pets.slice(0, 100));
});

it('shows the progress of many animals', async () => {
  const { stdout, stderr } = await petstore(location, 'seed', '--count', '20000');
  expect(stdout).toBe('created 20,000 invented animals of seed 1\n');
  const steps = Array.from({ length: 10 }, (_, index) => `${(index + 1) * 10} %: ${(index + 1) * 2_000} rows created`);
  expect(stderr.split('\n').slice(1, -1)).toEqual(steps);
});

it.each([
  ['--count', '0'],
  ['--count', '1000001'],
  ['--count', '1e3'],
  ['--seed', '-1'],
  ['--seed', '4294967296'],
])('rejects %s %s, and creates nothing', async (option, value) => {
  const { exitCode, stderr } = await petstore(location, 'seed', option, value);
  expect(exitCode).toBe(1);
  expect(stderr).toContain(`argument '${value}' is invalid. It must be an integer from `);
  expect(await storedPets()).toEqual([]);
});

it('creates nothing if a signal stops it', async () => {
  const child = petstoreProcess(location, 'seed', '--count', '1000000');
  const result = waitForExit(child);
  child.stderr.on('data', (text: Buffer) => text.includes('10 %') && child.kill('SIGINT'));
  const { exitCode, stdout, stderr } = await result;
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
  expect(stderr).toContain('petstore: stopped by SIGINT: nothing was created\n');
  expect(await storedPets()).toEqual([]);
});
