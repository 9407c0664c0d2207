import { Actor, newAuditEntry, Duration, type ApiKeySecret, type AuditAction } from '@petstore/access-domain';
import { apiKeyRepositoryContract, issuedKey } from '@petstore/access-domain/testing';
import { createTestDatabase, type TestDatabase } from '@petstore/database/testing';
import type { DataSource } from 'typeorm';
import { accessPersistence, NodeCryptography, TypeOrmApiKeyRepository } from './index.ts';

const cryptography = new NodeCryptography();
const actor = Actor.of('zoë');

let database: TestDatabase;
let dataSource: DataSource;
let keys: TypeOrmApiKeyRepository;

beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = await database.open([accessPersistence]);
  keys = new TypeOrmApiKeyRepository(dataSource);
});

beforeEach(() => dataSource.query('TRUNCATE api_keys, api_key_log'));

afterAll(() => database.drop());

describe('the contract of ApiKeyRepository', () => {
  for (const [rule, verify] of Object.entries(apiKeyRepositoryContract)) {
    it(rule, () => verify(keys));
  }
});

async function add(name = 'checkout') {
  const { apiKey, secret } = issuedKey(name, cryptography);
  const hash = cryptography.sha256(secret.text);
  await keys.add(apiKey, hash, newAuditEntry(actor, 'issued', apiKey));
  return { apiKey, secret, hash };
}

it('stores a log entry with every action of the domain', async () => {
  const { apiKey } = await add();
  const actions: Record<AuditAction, true> = { issued: true, rotated: true, revoked: true, pruned: true };
  const entries = Object.keys(actions).map((action) => newAuditEntry(actor, action as AuditAction, apiKey));
  await keys.remove(entries);
  expect(await keys.log()).toMatchObject([{ action: 'issued' }, ...entries]);
});

it('rejects a duplicate hash with a constraint of the table', async () => {
  const { hash } = await add();
  const { apiKey } = issuedKey('other', cryptography);
  const added = keys.add(apiKey, hash, newAuditEntry(actor, 'issued', apiKey));
  await expect(added).rejects.toThrow('api_keys_secret_hash_key');
});

it('the table has an index on the hash', async () => {
  const plan = await dataSource.transaction(async (manager) => {
    await manager.query('SET LOCAL enable_seqscan = off');
    return manager.query<unknown[]>("EXPLAIN SELECT * FROM api_keys WHERE secret_hash = 'hash'");
  });
  expect(JSON.stringify(plan)).toContain('api_keys_secret_hash_key');
});

describe('the database stores only hashes and hints of secrets', () => {
  /** Too long to occur by chance. */
  const substringLength = 6;

  /** Returns every row of every table as text. */
  async function databaseContents(): Promise<string> {
    const tables = await dataSource.query<{ name: string }[]>(
      "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
    );
    const rows = await Promise.all(
      tables.map(({ name }) => dataSource.query<{ row: string }[]>(`SELECT t::text AS row FROM ${name} AS t`)),
    );
    return rows.flatMap((table) => table.map(({ row }) => row)).join('\n');
  }

  /** Returns every substring of `substringLength` characters after the prefix. */
  function substrings({ text, prefix }: ApiKeySecret): string[] {
    const afterPrefix = text.slice(prefix.length);
    return Array.from({ length: afterPrefix.length - substringLength + 1 }, (_, start) =>
      afterPrefix.slice(start, start + substringLength),
    );
  }

  it('after a key was issued, rotated, revoked and deleted', async () => {
    const { apiKey, secret, hash } = await add();
    const issued = await databaseContents();
    expect(issued).toContain(hash);
    expect(issued).toContain(secret.prefix);

    const { rotated } = await keys.change(apiKey.publicId, (stored, now) => {
      const rotation = stored.rotate(now, Duration.of('1h'), cryptography);
      const successor = { apiKey: rotation.apiKey, secretHash: cryptography.sha256(rotation.secret.text) };
      return {
        changed: rotation.retired,
        successor,
        entries: [newAuditEntry(actor, 'rotated', stored)],
        rotated: rotation,
      };
    });
    const afterRotation = await databaseContents();
    expect(afterRotation).toContain(rotated.secret.prefix);

    await keys.change(apiKey.publicId, (stored, now) => ({
      changed: stored.revoke(now),
      entries: [newAuditEntry(actor, 'revoked', stored)],
    }));
    const revoked = await databaseContents();
    await keys.remove([newAuditEntry(actor, 'pruned', apiKey), newAuditEntry(actor, 'pruned', rotated.apiKey)]);
    const pruned = await databaseContents();
    expect(pruned).toContain(apiKey.publicId);
    expect(pruned).not.toContain(hash);

    const contents = [issued, afterRotation, revoked, pruned].join('\n');
    expect(
      [...substrings(secret), ...substrings(rotated.secret)].filter((substring) => contents.includes(substring)),
    ).toEqual([]);
  });
});

it('deletes more keys than one statement can log', async () => {
  // The INSERT of 17,000 log entries would need 85,000 parameters. PostgreSQL accepts 65,535.
  const count = 17_000;
  await dataSource.query(
    `INSERT INTO api_keys (public_id, name, hint, secret_hash, revoked_at)
     SELECT 'key_' || i, 'checkout', 'pets_', i::text, now() FROM generate_series(1, $1::int) AS i`,
    [count],
  );
  const allKeys = await keys.list();
  expect(await keys.remove(allKeys.map((apiKey) => newAuditEntry(actor, 'pruned', apiKey)))).toBe(count);
  expect(await keys.list()).toEqual([]);
  expect(await keys.log()).toHaveLength(count);
});
