import { Actor, Duration, newAuditEntry, type ApiKeyAccess } from '@petstore/access-domain';
import { issuedKey } from '@petstore/access-domain/testing';
import { createTestDatabase, type TestDatabase } from '@petstore/database/testing';
import type { DataSource } from 'typeorm';
import { accessPersistence, NodeCryptography, TypeOrmApiKeyRepository } from './index.ts';
import { issueKey100, rotateKey100, verifyKey100 } from './testing/index.ts';

const cryptography = new NodeCryptography();
const actor = Actor.of('zoë');
const oldSchema = { tables: [], migrations: accessPersistence.migrations.slice(0, 2) };

let database: TestDatabase;
let old: DataSource;

beforeEach(async () => {
  database = await createTestDatabase();
  old = await database.open([oldSchema]);
});

afterEach(() => database.drop());

async function migrate() {
  const dataSource = await database.open([accessPersistence]);
  return { dataSource, keys: new TypeOrmApiKeyRepository(dataSource) };
}

/** Issues a key as this release does, and returns its public id and its hash. */
async function issue(keys: TypeOrmApiKeyRepository, access: ApiKeyAccess, name = 'website') {
  const { apiKey, secretHash } = issuedKey(name, cryptography, undefined, access);
  await keys.add(apiKey, secretHash, newAuditEntry(actor, 'issued', apiKey));
  return { publicId: apiKey.publicId, secretHash };
}

describe('release 1.0.0 after the migration', () => {
  it('finds the full keys of this release, and no read-only key, so it answers 401', async () => {
    const { keys } = await migrate();
    const [full, readOnly] = [await issue(keys, 'full'), await issue(keys, 'read-only')];
    expect(await verifyKey100(old, full.secretHash)).toBe(full.publicId);
    expect(await verifyKey100(old, readOnly.secretHash)).toBeUndefined();
    expect((await keys.findByHash(readOnly.secretHash))?.apiKey.access).toBe('read-only');
  });

  it('finds no read-only successor of a read-only key', async () => {
    const { keys } = await migrate();
    const { publicId } = await issue(keys, 'read-only');
    const { successor } = await keys.change(publicId, (stored, now) => {
      const rotated = stored.rotate(now, Duration.of('1h'), cryptography);
      return { changed: rotated.retired, successor: rotated, entries: [] };
    });
    expect(await verifyKey100(old, successor.secretHash)).toBeUndefined();
    expect((await keys.findByHash(successor.secretHash))?.apiKey.access).toBe('read-only');
  });

  it('issues and rotates keys, which have full access in this release', async () => {
    const { keys } = await migrate();
    await issueKey100(old, 'key_desk', 'hash');
    await rotateKey100(old, 'key_desk', { publicId: 'key_next', secretHash: 'next hash' });
    for (const hash of ['hash', 'next hash']) expect((await keys.findByHash(hash))?.apiKey.access).toBe('full');
    expect((await keys.log()).map(({ action, access }) => [action, access])).toEqual([
      ['issued', 'full'],
      ['rotated', 'full'],
      ['issued', 'full'],
    ]);
  });

  it('cannot rotate a read-only key into a full one', async () => {
    const { dataSource, keys } = await migrate();
    const { publicId, secretHash } = await issue(keys, 'read-only');
    const before = await keys.list();
    const rotated = dataSource.transaction((transaction) =>
      rotateKey100(transaction, publicId, { publicId: 'key_next', secretHash: 'next hash' }),
    );
    await expect(rotated).rejects.toThrow('this release cannot rotate a read-only key');
    expect(await keys.list()).toEqual(before);
    expect(await verifyKey100(old, 'next hash')).toBeUndefined();
    expect((await keys.findByHash(secretHash))?.apiKey.access).toBe('read-only');
  });

  it('writes log entries about a read-only key, which show its access', async () => {
    const { keys } = await migrate();
    const { publicId } = await issue(keys, 'read-only');
    await old.query('UPDATE api_keys SET revoked_at = now() WHERE public_id = $1', [publicId]);
    for (const action of ['revoked', 'pruned']) {
      await old.query("INSERT INTO api_key_log (actor, action, public_id, name) VALUES ('zoë', $1, $2, 'website')", [
        action,
        publicId,
      ]);
    }
    expect((await keys.log()).map(({ action, access }) => [action, access])).toEqual([
      ['issued', 'read-only'],
      ['revoked', 'read-only'],
      ['pruned', 'read-only'],
    ]);
  });
});

it('a key from before the migration has full access in both releases', async () => {
  await issueKey100(old, 'key_desk', 'hash');
  const { keys } = await migrate();
  expect((await keys.findByHash('hash'))?.apiKey.access).toBe('full');
  expect(await keys.log()).toMatchObject([{ action: 'issued', access: 'full' }]);
  expect(await verifyKey100(old, 'hash')).toBe('key_desk');
});

it('the table refuses a read-only key whose hash release 1.0.0 would find', async () => {
  const { dataSource, keys } = await migrate();
  await issueKey100(old, 'key_desk', 'hash');
  const { publicId } = await issue(keys, 'read-only');
  for (const [sql, id] of [
    ["UPDATE api_keys SET access = 'read-only' WHERE public_id = $1", 'key_desk'],
    ["UPDATE api_keys SET access = 'full' WHERE public_id = $1", publicId],
  ] as const) {
    await expect(dataSource.query(sql, [id])).rejects.toThrow('api_keys_secret_hash_check');
  }
});

it('read-only keys stay refused by release 1.0.0 after the down migration, and are read-only after a second up migration', async () => {
  const { dataSource, keys } = await migrate();
  const { secretHash } = await issue(keys, 'read-only');
  await dataSource.undoLastMigration();
  expect(await verifyKey100(old, secretHash)).toBeUndefined();
  const again = await migrate();
  expect((await again.keys.findByHash(secretHash))?.apiKey.access).toBe('read-only');
});
