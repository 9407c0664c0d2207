import type { Transactions } from '@petstore/kernel';
import { expectSame } from '@petstore/kernel/testing';
import { ApiKeyAlreadyRevoked } from '../access.errors.ts';
import { ApiKey, type ApiKeySnapshot } from '../api-key.ts';
import type { ApiKeyRepository } from '../api-key.repository.ts';
import { OperatorName } from '../api-key.value-objects.ts';
import { FakeCryptography } from './fake-platform.ts';
import { issuedKey } from './issued-key.ts';

const operator = OperatorName.of('zoë');

type Check = (keys: ApiKeyRepository, transactions: Transactions) => Promise<void>;

/** Rules that every ApiKeyRepository must follow. Each function gets an empty repository and throws if the rule is violated. */
export const apiKeyRepositoryContract: Record<string, Check> = {
  'finds a key in any state, unchanged, by its hash only': async (keys, transactions) => {
    const times = { expiresAt: new Date(1_001), revokedAt: new Date(2_002), lastUsedAt: new Date(3_003) };
    const [full, readOnly, unusable] = await addKeys(
      keys,
      transactions,
      { secretHash: 'full' },
      { secretHash: 'read-only', name: "O'Malley's website", access: 'read-only', expiresAt: new Date(4_004) },
      { secretHash: 'unusable', ...times },
    );
    const hashes = ['full', 'read-only', 'FULL', 'unusable', 'full'];
    const found = await Promise.all(hashes.map((hash) => keys.findByHash(hash)));
    expectSame(
      found.map((each) => each?.apiKey.snapshot()),
      [full, readOnly, undefined, unusable, full].map((each) => each?.snapshot()),
    );
  },

  'lists all keys, the oldest first, independent of the order of insertion': async (keys, transactions) => {
    const times = [2, 0, 1].map((minute) => ({ createdAt: new Date(minute * 60_000) }));
    const [newest, oldest, middle] = await addKeys(keys, transactions, ...times);
    expectSame(snapshots(await keys.list()), snapshots([oldest!, middle!, newest!]));
  },

  'lets one of concurrent transactions add the first key': async (keys, transactions) => {
    const addFirst = () =>
      transactions.run(async (transaction) => {
        const isFirst = await keys.claimFirst(transaction);
        if (isFirst) await keys.add(issuedKey('first').apiKey, operator, transaction);
        return isFirst;
      });
    const claims = await Promise.all([addFirst(), addFirst(), addFirst()]);
    expectSame(claims.sort(), [false, false, true]);
    expectSame(await addFirst(), false);
    expectSame(await logLines(keys), ['zoë issued first']);
  },

  'lets the next transaction add the first key if one has added none': async (keys, transactions) => {
    const claim = () => transactions.run((transaction) => keys.claimFirst(transaction));
    expectSame([await claim(), await claim()], [true, true]);
  },

  'records the use of a key, and of no other key, with its own time': async (keys, transactions) => {
    const [used, unused] = await addKeys(keys, transactions, { secretHash: 'used' }, { secretHash: 'unused' });
    const before = await keys.now();
    await keys.recordUse(used!.publicId);
    await keys.recordUse('key_0000000000000');
    const { apiKey, now } = (await keys.findByHash('used'))!;
    const { lastUsedAt } = apiKey.snapshot();
    expectSame(before <= lastUsedAt! && lastUsedAt! <= now && now <= (await keys.now()), true);
    expectSame({ ...apiKey.snapshot(), lastUsedAt: null }, used!.snapshot());
    expectSame((await keys.findByHash('unused'))?.apiKey.snapshot(), unused!.snapshot());
  },

  'revokes a key once for concurrent transactions, with a log entry, and no other key': async (keys, transactions) => {
    const [revoked, other] = await addKeys(
      keys,
      transactions,
      { name: 'revoked', secretHash: 'revoked' },
      { name: 'other' },
    );
    const { publicId } = revoked!;
    const before = await keys.now();
    const revoke = () =>
      transactions.run(async (transaction) => {
        const apiKey = await keys.lock(publicId, transaction);
        await keys.revoke(apiKey!.revoke(await keys.now(transaction)), operator, transaction);
      });
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, revoke));
    const refused = outcomes.filter((outcome) => 'reason' in outcome && outcome.reason instanceof ApiKeyAlreadyRevoked);
    expectSame(refused.length, 4);
    const stored = (await keys.findByHash('revoked'))!.apiKey.snapshot();
    const { revokedAt } = stored;
    expectSame(before <= revokedAt! && revokedAt! <= (await keys.now()), true);
    expectSame({ ...stored, revokedAt: null }, revoked!.snapshot());
    expectSame((await keys.list()).at(-1)?.snapshot(), other!.snapshot());
    expectSame(await logLines(keys), ['zoë issued revoked', 'zoë issued other', 'zoë revoked revoked']);
    const { at, publicId: logged, access } = (await keys.log()).at(-1)!;
    expectSame([before <= at && at <= (await keys.now()), logged, access], [true, publicId, 'full']);
    const unknown = transactions.run((transaction) => keys.lock('key_0000000000000', transaction));
    expectSame(await unknown, undefined);
  },
};

/** Adds keys with these values, in this order. Their ids and hashes differ. */
async function addKeys(
  keys: ApiKeyRepository,
  transactions: Transactions,
  ...values: Partial<ApiKeySnapshot>[]
): Promise<ApiKey[]> {
  const cryptography = new FakeCryptography();
  const added = values.map((each) =>
    ApiKey.restore({ ...issuedKey('checkout', cryptography).apiKey.snapshot(), ...each }),
  );
  for (const apiKey of added) await transactions.run((transaction) => keys.add(apiKey, operator, transaction));
  return added;
}

function snapshots(keys: readonly ApiKey[]): ApiKeySnapshot[] {
  return keys.map((apiKey) => apiKey.snapshot());
}

/** Returns the log entries as text, without times. */
async function logLines(keys: ApiKeyRepository): Promise<string[]> {
  return (await keys.log()).map(({ operator: operatorName, action, name }) => `${operatorName} ${action} ${name}`);
}
