import { Actor, audited, type ApiKeyRepository } from '@petstore/access-domain';
import { issuedKey } from '@petstore/access-domain/testing';
import { createTestDatabase, type TestDatabase } from '@petstore/database/testing';
import type { DataSource } from 'typeorm';
import { accessPersistence, TypeOrmApiKeyRepository } from './index.ts';

const { apiKey } = issuedKey();
const entry = audited(Actor.of('zoë'), 'issued', apiKey);

let database: TestDatabase;
let neighbour: TestDatabase;
let beside: DataSource;
let keys: TypeOrmApiKeyRepository;
let name: string;

/** The database is there under another name, and so it is not there. */
beforeAll(async () => {
  [database, neighbour] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  const dataSource = await database.open([accessPersistence]);
  beside = await neighbour.open([]);
  keys = new TypeOrmApiKeyRepository(dataSource);
  [{ name }] = await dataSource.query('SELECT current_database() AS name');
  await beside.query('SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE datname = $1', [name]);
  await beside.query(`ALTER DATABASE ${name} RENAME TO ${name}_away`);
});

afterAll(async () => {
  await beside.query(`ALTER DATABASE ${name}_away RENAME TO ${name}`);
  await Promise.all([database.drop(), neighbour.drop()]);
});

const questionsAndChanges: Record<string, (keys: ApiKeyRepository) => Promise<unknown>> = {
  now: (away) => away.now(),
  add: (away) => away.add(apiKey, 'hash', entry),
  change: (away) => away.change(apiKey.publicId, (changed) => ({ changed, entries: [] })),
  findByHash: (away) => away.findByHash('hash'),
  list: (away) => away.list(),
  addFirst: (away) => away.addFirst(async () => ({ apiKey, secretHash: 'hash', entry })),
  noteUse: (away) => away.recordUse(apiKey.publicId),
  remove: (away) => away.remove([entry]),
  log: (away) => away.log(),
};

it.each(Object.entries(questionsAndChanges))('%s says that the database is away', async (_, ask) => {
  await expect(ask(keys)).rejects.toMatchObject({ kind: 'unavailable' });
});
