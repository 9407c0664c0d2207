import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTestDatabase, schemaContract, type TestDatabase } from './index.ts';

const rule = schemaContract['returns to the same schema by up, down and up again, and to an empty one by down']!;

class CreateNotes1795132800001 implements MigrationInterface {
  up = (runner: QueryRunner) => runner.query('CREATE TABLE notes (id int NOT NULL, text text NOT NULL)');
  down = (runner: QueryRunner) => runner.query('DROP TABLE notes');
}

function alterNotes(up: string, down: string) {
  return class AlterNotes1795132800002 implements MigrationInterface {
    up = (runner: QueryRunner) => runner.query(up);
    down = (runner: QueryRunner) => runner.query(down);
  };
}

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
});

afterEach(() => database.drop());

const verify = async (up: string, down: string) =>
  rule(await database.open([{ tables: [], migrations: [CreateNotes1795132800001, alterNotes(up, down)] }]));

it('the contract accepts a down migration that restores the schema', async () => {
  await verify('ALTER TABLE notes ALTER text DROP NOT NULL', 'ALTER TABLE notes ALTER text SET NOT NULL');
});

it.each([
  ['a constraint', 'ALTER TABLE notes ALTER text DROP NOT NULL', 'SELECT 1', /AlterNotes|CreateNotes/],
  ['a default', 'ALTER TABLE notes ALTER id SET DEFAULT 7', 'SELECT 1', /column notes\.id .*default 7/],
  ['a table', 'CREATE TABLE IF NOT EXISTS more (id int)', 'SELECT 1', /leave:\n[^]*table more/],
  [
    'a function',
    'CREATE OR REPLACE FUNCTION f() RETURNS int LANGUAGE sql AS $$SELECT 1$$',
    'SELECT 1',
    /leave:\n[^]*FUNCTION public\.f/,
  ],
])('the contract rejects a down migration that does not restore %s', async (_, up, down, message) => {
  await expect(verify(up, down)).rejects.toThrow(message);
});
