import { Actor, newAuditEntry, type ApiKeyRepository } from '@petstore/access-domain';
import { issuedKey } from '@petstore/access-domain/testing';
import { createTestDatabase, type TestDatabase } from '@petstore/database/testing';
import type { DataSource } from 'typeorm';
import { accessPersistence, TypeOrmApiKeyRepository } from './index.ts';

const { apiKey } = issuedKey();
const entry = newAuditEntry(Actor.of('zoë'), 'issued', apiKey);

let database: TestDatabase;
let otherDatabase: TestDatabase;
let otherDataSource: DataSource;
let keys: TypeOrmApiKeyRepository;
let name: string;

/** Closes the connections of the repository and renames its database, so that new connections fail. */
beforeAll(async () => {
  [database, otherDatabase] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  const dataSource = await database.open([accessPersistence]);
  otherDataSource = await otherDatabase.open([]);
  keys = new TypeOrmApiKeyRepository(dataSource);
  [{ name }] = await dataSource.query('SELECT current_database() AS name');
  await otherDataSource.query('SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE datname = $1', [
    name,
  ]);
  await otherDataSource.query(`ALTER DATABASE ${name} RENAME TO ${name}_away`);
});

afterAll(async () => {
  await otherDataSource.query(`ALTER DATABASE ${name}_away RENAME TO ${name}`);
  await Promise.all([database.drop(), otherDatabase.drop()]);
});

const operations: Record<string, (keys: ApiKeyRepository) => Promise<unknown>> = {
  now: (repository) => repository.now(),
  add: (repository) => repository.add(apiKey, 'hash', entry),
  change: (repository) => repository.change(apiKey.publicId, (changed) => ({ changed, entries: [] })),
  findByHash: (repository) => repository.findByHash('hash'),
  list: (repository) => repository.list(),
  addFirst: (repository) => repository.addFirst(async () => ({ apiKey, secretHash: 'hash', entry })),
  recordUse: (repository) => repository.recordUse(apiKey.publicId),
  remove: (repository) => repository.remove([entry]),
  log: (repository) => repository.log(),
};

it.each(Object.entries(operations))('%s rejects with service_unavailable', async (_, call) => {
  await expect(call(keys)).rejects.toMatchObject({ code: 'service_unavailable' });
});
