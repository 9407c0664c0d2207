import { Actor, audited, Duration, type ApiKey, type AuditedAction } from '@petstore/access-domain';
import { issuedKey } from '@petstore/access-domain/testing';
import { createTestDatabase, type TestDatabase } from '@petstore/database/testing';
import type { DataSource } from 'typeorm';
import { accessPersistence, NodeCryptography, TypeOrmApiKeyRepository } from './index.ts';

const cryptography = new NodeCryptography();
const actor = Actor.of('zoë');

let database: TestDatabase;
let dataSource: DataSource;
let keys: TypeOrmApiKeyRepository;
let till: ApiKey;
let other: ApiKey;

beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = await database.open([accessPersistence]);
  keys = new TypeOrmApiKeyRepository(dataSource);
});

beforeEach(async () => {
  await dataSource.query('TRUNCATE api_keys, api_key_log');
  [till, other] = ['till', 'other'].map((name) => issuedKey(name, cryptography).apiKey) as [ApiKey, ApiKey];
  for (const apiKey of [till, other]) await keys.add(apiKey, apiKey.publicId, audited(actor, 'issued', apiKey));
});

afterEach(() => dataSource.query('DROP FUNCTION IF EXISTS refuse CASCADE'));

afterAll(() => database.drop());

/** Every write to keys. `action` is the action of its last log entry. */
const changes: Record<string, (action: AuditedAction) => Promise<unknown>> = {
  'a key is added': (action) => {
    const { apiKey } = issuedKey('new', cryptography);
    return keys.add(apiKey, 'hash', audited(actor, action, apiKey));
  },

  'a key gets a successor': (action) =>
    keys.change(till.publicId, (kept, now) => {
      const { apiKey, retired } = kept.rotate(now, Duration.of('1h'), cryptography);
      const entries = [audited(actor, 'rotated', kept), audited(actor, action, apiKey)];
      return { changed: retired, successor: { apiKey, secretHash: 'hash' }, entries };
    }),

  'keys are deleted': (action) => keys.remove([audited(actor, 'pruned', till), audited(actor, action, other)]),
};

const storedState = async () => ({ keys: await keys.list(), log: await keys.log() });

describe.each(Object.entries(changes))('when %s', (_, change) => {
  it('the change is rolled back when its log entry is rejected', async () => {
    const before = await storedState();
    await expect(change('unknown' as AuditedAction)).rejects.toThrow('api_key_log_action_check');
    expect(await storedState()).toEqual(before);
  });

  it('the log entry is rolled back when the change is rejected', async () => {
    const before = await storedState();
    await refuseAtCommit();
    await expect(change('issued')).rejects.toThrow('refused at commit');
    expect(await storedState()).toEqual(before);
  });

  it('change and log entry are committed', async () => {
    const before = await storedState();
    await change('issued');
    const after = await storedState();
    expect(after.keys).not.toEqual(before.keys);
    expect(after.log.length).toBeGreaterThan(before.log.length);
  });
});

/** Makes PostgreSQL accept every statement on keys and fail the COMMIT. */
async function refuseAtCommit(): Promise<void> {
  await dataSource.query(
    "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''refused at commit''; END'",
  );
  await dataSource.query(
    `CREATE CONSTRAINT TRIGGER refuse AFTER INSERT OR UPDATE OR DELETE ON api_keys
     DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse()`,
  );
}
