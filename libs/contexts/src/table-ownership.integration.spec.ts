import type { Persistence } from '@petstore/database';
import { createTestDatabase, describeSchema } from '@petstore/database/testing';
import { persistence } from './index.ts';

async function schemaAfter(contexts: readonly Persistence[]): Promise<string[]> {
  const database = await createTestDatabase();
  try {
    return await describeSchema(await database.open(contexts));
  } finally {
    await database.drop();
  }
}

/**
 * Fails if the migrations of a context touch a table of another. Each context must migrate an empty database alone, and all
 * contexts together must create exactly what each of them creates alone.
 */
async function expectOwnTables(contexts: readonly Persistence[]): Promise<void> {
  // TypeORM's table of executed migrations.
  const none = await schemaAfter([]);
  const owned = [];
  for (const context of contexts) owned.push((await schemaAfter([context])).filter((line) => !none.includes(line)));
  expect(await schemaAfter(contexts)).toEqual([...none, ...owned.flat()].sort());
}

function context(name: string, sql: string): Persistence {
  const migration = class {
    readonly name = name;
    readonly up = (runner: { query(sql: string): Promise<unknown> }) => runner.query(sql);
    readonly down = () => Promise.resolve();
  };
  return { tables: [], migrations: [migration] };
}

const notes = context('CreateNotes1795132800000', 'CREATE TABLE notes (id int)');

it('the migrations of each context touch only its own tables', () => expectOwnTables(persistence));

it.each([
  ['alters', 'ALTER TABLE IF EXISTS notes ADD COLUMN text text', /\+ .*column notes\.text/],
  ['drops', 'DROP TABLE IF EXISTS notes', /- .*table notes/],
  ['creates', 'CREATE TABLE IF NOT EXISTS notes (id int)', /- .*table notes/],
  ['fills', 'INSERT INTO notes VALUES (1)', /relation "notes" does not exist/],
])('detects a context that %s the table of another', async (_, sql, message) => {
  await expect(expectOwnTables([notes, context('Intrude1795132800001', sql)])).rejects.toThrow(message);
});
