import { createTestDatabase, type TestDatabase } from '@petstore/database/testing';
import type { DataSource } from 'typeorm';
import { persistence } from './index.ts';
import releases from '../released-migrations.json' with { type: 'json' };

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
});

afterEach(() => database.drop());

/** Returns the SQL that would change the schema to what the entities describe. */
async function driftOf(dataSource: DataSource): Promise<string[]> {
  const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
  return upQueries.map(({ query }) => query);
}

it('after the migration, the log has all animals and orders that were stored before it', async () => {
  const isLog = ({ name }: { name: string }) => name.startsWith('LogPresentState');
  const before = persistence.map(({ entities, migrations }) => ({
    entities,
    migrations: migrations.filter((each) => !isLog(each)),
  }));
  const old = await database.open(before);
  await old.query(`
    INSERT INTO pets (name, category_id, status) VALUES ('Zoë "1"', -9223372036854775808, 'sold'), ('Rex', 7, 'pending');
    INSERT INTO orders (pet_id, status, reference, placed_at, updated_at) VALUES
      (1, 'completed', 'A-17', '2026-11-22 10:00:00.5+00', '2026-11-22 11:00:00.123+00'),
      (2, 'placed', NULL, '2026-11-22 10:00:00+00', '2026-11-22 10:00:00+00')`);
  const migrated = await database.open(persistence);
  const events = await migrated.query<object[]>(
    'SELECT type, pet_id AS "petId", actor, data FROM events ORDER BY position',
  );
  const [zoe, rex] = [
    { id: '1', name: 'Zoë "1"', categoryId: '-9223372036854775808', status: 'sold' },
    { id: '2', name: 'Rex', categoryId: '7', status: 'pending' },
  ];
  const actor = 'operator';
  const [ten, eleven] = ['2026-11-22T10:00:00.500Z', '2026-11-22T11:00:00.123Z'];
  const completed = { id: '1', petId: '1', status: 'completed', reference: 'A-17', placedAt: ten, updatedAt: eleven };
  const time = '2026-11-22T10:00:00.000Z';
  const placed = { id: '2', petId: '2', status: 'placed', placedAt: time, updatedAt: time };
  expect(events).toEqual([
    { type: 'pet.created', petId: '1', actor, data: { pet: zoe } },
    { type: 'pet.created', petId: '2', actor, data: { pet: rex } },
    { type: 'order.completed', petId: '1', actor, data: { order: completed, pet: zoe } },
    { type: 'order.placed', petId: '2', actor, data: { order: placed, pet: rex } },
  ]);
});

it('refuses the event log of an unreleased version, drops nothing, and says what to do', async () => {
  const others = persistence.filter(({ entities }) => !entities.some(({ name }) => name === 'EventEntity'));
  const old = await database.open(others.slice(0, -1));
  await old.query(`
    INSERT INTO pets (name, category_id, status) VALUES ('Rex', 7, 'sold');
    CREATE TABLE histories (id int); CREATE TABLE events (id int); CREATE TABLE deliveries (name text);
    CREATE FUNCTION present_history() RETURNS integer LANGUAGE sql AS 'SELECT 1'`);
  const refused = (await database.open(persistence).catch((error: unknown) => error)) as Error;
  expect(refused.message).not.toContain('\n');
  await old.query('SELECT FROM histories, events, deliveries');
  const [, remedy = ''] = /run "([^"]*)"/.exec(refused.message)!;
  await old.query(remedy);
  const migrated = await database.open(persistence);
  expect(await migrated.query('SELECT type FROM events')).toEqual([{ type: 'pet.created' }]);
});

it('driftOf detects a column that the migrations do not create', async () => {
  const migrated = await database.open(persistence);
  for (const { tableName, columns } of migrated.entityMetadatas) {
    await migrated.query(`ALTER TABLE ${tableName} DROP COLUMN ${columns.at(-1)!.databaseName} CASCADE`);
    expect(await driftOf(migrated)).toContainEqual(expect.stringContaining(`ALTER TABLE "${tableName}" ADD`));
  }
});

it('the down migrations lead back to 1.0.0, and up again to this release, whose schema is what the entities describe', async () => {
  const migrated = await database.open(persistence);
  const run = () => migrated.query<{ name: string }[]>('SELECT name FROM migrations ORDER BY name');
  while ((await run()).length > Object.keys(releases['1.0.0']).length) await migrated.undoLastMigration();
  expect((await run()).map(({ name }) => name)).toEqual(Object.keys(releases['1.0.0']).sort());
  await database.open(persistence);
  expect(await driftOf(migrated)).toEqual([]);
});
