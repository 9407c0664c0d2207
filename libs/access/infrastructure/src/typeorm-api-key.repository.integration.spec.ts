import { Actor, audited, Duration, type ApiKeySecret, type AuditedAction } from '@petstore/access-domain';
import { apiKeyRepositoryContract, issuedKey } from '@petstore/access-domain/testing';
import { Batching } from '@petstore/database';
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

describe.each(['on', 'off'] as const)('the contract of ApiKeyRepository with batching %s', (batching) => {
  for (const [rule, check] of Object.entries(apiKeyRepositoryContract)) {
    it(rule, () => check(new TypeOrmApiKeyRepository(dataSource, Batching[batching])));
  }
});

async function add(name = 'till') {
  const { apiKey, secret } = issuedKey(name, cryptography);
  const hash = cryptography.sha256(secret.text);
  await keys.add(apiKey, hash, audited(actor, 'issued', apiKey));
  return { apiKey, secret, hash };
}

it('accepts every action of the domain in the log', async () => {
  const { apiKey } = await add();
  const actions: Record<AuditedAction, true> = { issued: true, rotated: true, revoked: true, pruned: true };
  const entries = Object.keys(actions).map((action) => audited(actor, action as AuditedAction, apiKey));
  await keys.remove(entries);
  expect(await keys.log()).toMatchObject([{ action: 'issued' }, ...entries]);
});

it('rejects a duplicate hash by a constraint of the table', async () => {
  const { hash } = await add();
  const { apiKey } = issuedKey('other', cryptography);
  const added = keys.add(apiKey, hash, audited(actor, 'issued', apiKey));
  await expect(added).rejects.toThrow('api_keys_secret_hash_key');
});

it('finds a key by an index', async () => {
  const plan = await dataSource.transaction(async (manager) => {
    await manager.query('SET LOCAL enable_seqscan = off');
    return manager.query<unknown[]>("EXPLAIN SELECT * FROM api_keys WHERE secret_hash = 'hash'");
  });
  expect(JSON.stringify(plan)).toContain('api_keys_secret_hash_key');
});

describe('the database stores only hashes and hints of secrets', () => {
  /** Returns every row of every table as text. */
  async function databaseContents(): Promise<string> {
    const tables = await dataSource.query<{ name: string }[]>(
      "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
    );
    const rows = await Promise.all(
      tables.map(({ name }) => dataSource.query<{ row: string }[]>(`SELECT kept::text AS row FROM ${name} AS kept`)),
    );
    return rows.flatMap((table) => table.map(({ row }) => row)).join('\n');
  }

  /** Returns every substring of six characters after the prefix. */
  function substrings({ text, prefix }: ApiKeySecret): string[] {
    const rest = text.slice(prefix.length);
    return Array.from({ length: rest.length - 5 }, (_, start) => rest.slice(start, start + 6));
  }

  it('after a key was issued, rotated, revoked and deleted', async () => {
    const { apiKey, secret, hash } = await add();
    const issued = await databaseContents();
    expect(issued).toContain(hash);
    expect(issued).toContain(secret.prefix);

    const { rotated } = await keys.change(apiKey.publicId, (kept, now) => {
      const rotation = kept.rotate(now, Duration.of('1h'), cryptography);
      const successor = { apiKey: rotation.apiKey, secretHash: cryptography.sha256(rotation.secret.text) };
      return { changed: rotation.retired, successor, entries: [audited(actor, 'rotated', kept)], rotated: rotation };
    });
    const afterRotation = await databaseContents();
    expect(afterRotation).toContain(rotated.secret.prefix);

    await keys.change(apiKey.publicId, (kept, now) => ({
      changed: kept.revoke(now),
      entries: [audited(actor, 'revoked', kept)],
    }));
    const revoked = await databaseContents();
    await keys.remove([audited(actor, 'pruned', apiKey), audited(actor, 'pruned', rotated.apiKey)]);
    const pruned = await databaseContents();
    expect(pruned).toContain(apiKey.publicId);
    expect(pruned).not.toContain(hash);

    const contents = [issued, afterRotation, revoked, pruned].join('\n');
    expect(
      [...substrings(secret), ...substrings(rotated.secret)].filter((substring) => contents.includes(substring)),
    ).toEqual([]);
  });
});

it('deletes more keys than a statement accepts parameters', async () => {
  const count = 17_000;
  await dataSource.query(
    `INSERT INTO api_keys (public_id, name, hint, secret_hash, revoked_at)
     SELECT 'key_' || i, 'till', 'pets_', i::text, now() FROM generate_series(1, $1::int) AS i`,
    [count],
  );
  const all = await keys.list();
  expect(await keys.remove(all.map((apiKey) => audited(actor, 'pruned', apiKey)))).toBe(count);
  expect(await keys.list()).toEqual([]);
  expect(await keys.log()).toHaveLength(count);
});
