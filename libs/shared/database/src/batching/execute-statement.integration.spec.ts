import { Deadline } from '@petstore/kernel';
import type { DataSource } from 'typeorm';
import { DatabaseUnavailable } from '../database.errors.ts';
import { PreparedStatement } from '../prepared-statement.ts';
import { createTestDatabase, type TestDatabase } from '../testing/index.ts';
import { executeStatement } from './execute-statement.ts';

const add = new PreparedStatement<readonly [text: string]>('add', 'INSERT INTO notes VALUES ($1) RETURNING text');
const list = new PreparedStatement<readonly [text: string]>('list', 'SELECT text FROM notes ORDER BY text');

let database: TestDatabase;
let dataSource: DataSource;

beforeEach(async () => {
  database = await createTestDatabase();
  dataSource = await database.open([]);
  await dataSource.query('CREATE TABLE notes (text varchar(10) PRIMARY KEY)');
});

afterEach(() => database.drop());

it('returns the rows', async () => {
  expect(await executeStatement(dataSource, add, 'change', ['one'], Deadline.none)).toEqual([['one']]);
  await executeStatement(dataSource, add, 'change', ['a two'], Deadline.none);
  expect(await executeStatement(dataSource, list, 'read', [], Deadline.none)).toEqual([['a two'], ['one']]);
});

it('rejects with the error of PostgreSQL if the row violates a constraint', async () => {
  await executeStatement(dataSource, add, 'change', ['one'], Deadline.none);
  await expect(executeStatement(dataSource, add, 'change', ['one'], Deadline.none)).rejects.toThrow('notes_pkey');
});

it('does not send the statement after the deadline', async () => {
  const expired = new Deadline(performance.now() - 1);
  await expect(executeStatement(dataSource, add, 'change', ['one'], expired)).rejects.toThrow(DatabaseUnavailable);
  expect(await executeStatement(dataSource, list, 'read', [], Deadline.none)).toEqual([]);
});

it('rejects with DatabaseUnavailable if there is no connection', async () => {
  await dataSource.destroy();
  await expect(executeStatement(dataSource, list, 'read', [], Deadline.none)).rejects.toThrow(DatabaseUnavailable);
  await dataSource.initialize();
});
