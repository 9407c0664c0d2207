import { ApiKey, KeyName } from '@petstore/access-domain';
import { apiKeyRepositoryContract } from '@petstore/access-domain/testing';
import { createTestDatabase, type TestDatabase } from '@petstore/database/testing';
import type { DataSource } from 'typeorm';
import { accessPersistence, NodeCryptography, TypeOrmApiKeyRepository } from './index.ts';

let database: TestDatabase;
let dataSource: DataSource;
let keys: TypeOrmApiKeyRepository;

beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = await database.open([accessPersistence]);
  keys = new TypeOrmApiKeyRepository(dataSource);
});

beforeEach(() => dataSource.query('TRUNCATE api_keys'));

afterAll(() => database.drop());

describe('the contract of ApiKeyRepository', () => {
  for (const [rule, holds] of Object.entries(apiKeyRepositoryContract)) it(rule, () => holds(keys));
});

describe('a key that is kept', () => {
  const cryptography = new NodeCryptography();

  async function addKey() {
    const { apiKey, secret } = ApiKey.issue(KeyName.of('till'), cryptography);
    const hash = cryptography.sha256(secret.text);
    await keys.add(apiKey, hash);
    return { secret, hash };
  }

  it.each([
    ['revoked', 'revoked_at = now()'],
    ['expired a moment ago', "expires_at = now() - interval '1 millisecond'"],
  ])('is not found once it is %s', async (_, change) => {
    const { hash } = await addKey();
    await dataSource.query(`UPDATE api_keys SET ${change}`);
    expect(await keys.findUsable(hash)).toBeUndefined();
  });

  it('is found until it expires', async () => {
    const { hash } = await addKey();
    await dataSource.query("UPDATE api_keys SET expires_at = now() + interval '1 hour'");
    expect(await keys.findUsable(hash)).toBeDefined();
  });

  it('leaves nothing of its secret in the database but a hash and a hint', async () => {
    const { secret } = await addKey();
    const [row] = await dataSource.query('SELECT api_keys::text AS everything FROM api_keys');
    expect(row.everything).toContain(secret.hint);
    expect(row.everything).not.toContain(secret.text.slice(secret.hint.length, secret.hint.length + 6));
  });

  it('cannot share its hash with another', async () => {
    const { hash } = await addKey();
    const { apiKey } = ApiKey.issue(KeyName.of('other'), cryptography);
    await expect(keys.add(apiKey, hash)).rejects.toThrow('api_keys_secret_hash_key');
  });
});
