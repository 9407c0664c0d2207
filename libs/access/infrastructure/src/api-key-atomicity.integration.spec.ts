import { Actor, newAuditEntry, Duration, type ApiKey, type AuditAction } from '@petstore/access-domain';
import { issuedKey } from '@petstore/access-domain/testing';
import { createTestDatabase, type TestDatabase } from '@petstore/database/testing';
import type { DataSource } from 'typeorm';
import { accessPersistence, NodeCryptography, TypeOrmApiKeyRepository } from './index.ts';

const cryptography = new NodeCryptography();
const actor = Actor.of('zoë');

let database: TestDatabase;
let dataSource: DataSource;
let keys: TypeOrmApiKeyRepository;
let checkout: ApiKey;
let other: ApiKey;

beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = await database.open([accessPersistence]);
  keys = new TypeOrmApiKeyRepository(dataSource);
});

beforeEach(async () => {
  await dataSource.query('TRUNCATE api_keys, api_key_log');
  [checkout, other] = ['checkout', 'other'].map((name) => issuedKey(name, cryptography).apiKey) as [ApiKey, ApiKey];
  for (const apiKey of [checkout, other])
    await keys.add(apiKey, apiKey.publicId, newAuditEntry(actor, 'issued', apiKey));
});

afterEach(() => dataSource.query('DROP FUNCTION IF EXISTS fail_at_commit CASCADE'));

afterAll(() => database.drop());

/** The writes that also store a log entry. `action` is the action of the last entry. */
const writes: Record<string, (action: AuditAction) => Promise<unknown>> = {
  'a key is added': (action) => {
    const { apiKey } = issuedKey('new', cryptography);
    return keys.add(apiKey, 'hash', newAuditEntry(actor, action, apiKey));
  },

  'a key gets a successor': (action) =>
    keys.change(checkout.publicId, (stored, now) => {
      const { apiKey, retired } = stored.rotate(now, Duration.of('1h'), cryptography);
      const entries = [newAuditEntry(actor, 'rotated', stored), newAuditEntry(actor, action, apiKey)];
      return { changed: retired, successor: { apiKey, secretHash: 'hash' }, entries };
    }),

  'keys are deleted': (action) =>
    keys.remove([newAuditEntry(actor, 'pruned', checkout), newAuditEntry(actor, action, other)]),
};

const storedState = async () => ({ keys: await keys.list(), log: await keys.log() });

describe.each(Object.entries(writes))('when %s', (_, write) => {
  it('the change is rolled back if PostgreSQL rejects its log entry', async () => {
    const before = await storedState();
    await expect(write('unknown' as AuditAction)).rejects.toThrow('api_key_log_action_check');
    expect(await storedState()).toEqual(before);
  });

  it('the log entry is rolled back if PostgreSQL rejects the change', async () => {
    const before = await storedState();
    await failAtCommit();
    await expect(write('issued')).rejects.toThrow('failed at commit');
    expect(await storedState()).toEqual(before);
  });

  it('both the change and the log entry are committed', async () => {
    const before = await storedState();
    await write('issued');
    const after = await storedState();
    expect(after.keys).not.toEqual(before.keys);
    expect(after.log.length).toBeGreaterThan(before.log.length);
  });
});

/** Makes every COMMIT that changed `api_keys` fail. The statements before it succeed. */
async function failAtCommit(): Promise<void> {
  await dataSource.query(
    "CREATE FUNCTION fail_at_commit() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''failed at commit''; END'",
  );
  await dataSource.query(
    `CREATE CONSTRAINT TRIGGER fail_at_commit AFTER INSERT OR UPDATE OR DELETE ON api_keys
     DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION fail_at_commit()`,
  );
}
