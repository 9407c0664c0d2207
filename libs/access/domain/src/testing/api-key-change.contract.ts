import { expectSame, rejectionOf } from '@petstore/kernel/testing';
import { ApiKeyAlreadyRevoked, ApiKeyNotFound } from '../access.errors.ts';
import type { ApiKey } from '../api-key.ts';
import type { ApiKeyRepository } from '../api-key.repository.ts';
import { newAuditEntry } from '../audit-entry.ts';
import { Duration } from '../duration.ts';
import { actor, addKey, addKeys, logLines } from './key-fixtures.ts';
import { FakeCryptography } from './fake-cryptography.ts';
import { issuedKey } from './issued-key.ts';

/** Rules of `ApiKeyRepository.change`; see `apiKeyRepositoryContract`. */
export const apiKeyChangeContract: Record<string, (keys: ApiKeyRepository) => Promise<void>> = {
  'stores the changed key, its successor and the log entries, and changes no other key': async (keys) => {
    const [old, other] = await addKeys(keys, 'old', 'other');
    const { changed, successor } = await keys.change(old!.publicId, rotate);
    expectSame((await keys.findByHash('old'))?.apiKey, changed);
    expectSame((await keys.findByHash('next hash'))?.apiKey, successor.apiKey);
    expectSame((await keys.findByHash('other'))?.apiKey, other);
    expectSame((await logLines(keys)).slice(2), ['zoë rotated old', 'zoë issued old']);
    expectSame((await keys.log()).at(-1)?.publicId, successor.apiKey.publicId);
  },

  'stores a read-only successor of a read-only key': async (keys) => {
    const { apiKey } = issuedKey('website', new FakeCryptography(), undefined, 'read-only');
    await addKey(keys, apiKey, 'hash');
    const { successor } = await keys.change(apiKey.publicId, rotate);
    expectSame((await keys.findByHash('hash'))?.apiKey.access, 'read-only');
    expectSame((await keys.findByHash('next hash'))?.apiKey, successor.apiKey);
    expectSame(successor.apiKey.access, 'read-only');
    await keys.change(apiKey.publicId, revoke);
    await keys.remove([newAuditEntry(actor, 'pruned', apiKey)]);
    expectSame(
      (await keys.log()).map(({ action, access }) => `${action} ${access}`),
      ['issued', 'rotated', 'issued', 'revoked', 'pruned'].map((action) => `${action} read-only`),
    );
  },

  'changes a key a second time': async (keys) => {
    const [apiKey] = await addKeys(keys, 'checkout');
    await keys.change(apiKey!.publicId, rotate);
    const { changed } = await keys.change(apiKey!.publicId, revoke);
    expectSame((await keys.findByHash('checkout'))?.apiKey, changed);
    expectSame((await logLines(keys)).slice(1), [
      'zoë rotated checkout',
      'zoë issued checkout',
      'zoë revoked checkout',
    ]);
  },

  'passes the stored key and the time of the repository to `decide`': async (keys) => {
    const [apiKey] = await addKeys(keys, 'checkout');
    const before = await keys.now();
    const change = await keys.change(apiKey!.publicId, (stored, now) => ({ changed: stored, entries: [], now }));
    expectSame(change.changed, apiKey);
    expectSame(before <= change.now && change.now <= (await keys.now()), true);
  },

  'writes no log entry when the change has none': async (keys) => {
    const [apiKey] = await addKeys(keys, 'checkout');
    await keys.change(apiKey!.publicId, (stored, now) => ({ ...revoke(stored, now), entries: [] }));
    expectSame(await logLines(keys), ['zoë issued checkout']);
  },

  'changes nothing when `decide` throws': async (keys) => {
    const [apiKey] = await addKeys(keys, 'checkout');
    const error = new ApiKeyAlreadyRevoked(apiKey!.publicId, new Date(0));
    const decide = () => {
      throw error;
    };
    expectSame((await rejectionOf(keys.change(apiKey!.publicId, decide))) === error, true);
    expectSame(await keys.list(), [apiKey]);
    expectSame(await logLines(keys), ['zoë issued checkout']);
  },

  'changes nothing when the successor cannot be stored': async (keys) => {
    const [apiKey, other] = await addKeys(keys, 'checkout', 'next hash');
    await rejectionOf(keys.change(apiKey!.publicId, rotate));
    expectSame((await keys.findByHash('checkout'))?.apiKey, apiKey);
    expectSame((await keys.findByHash('next hash'))?.apiKey, other);
    expectSame(await logLines(keys), ['zoë issued checkout', 'zoë issued next hash']);
  },

  'revokes a key once for concurrent calls': async (keys) => {
    const [apiKey] = await addKeys(keys, 'checkout');
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => keys.change(apiKey!.publicId, revoke)));
    const rejected = outcomes.filter((outcome) => outcome.status === 'rejected');
    expectSame(rejected.length, 4);
    expectSame(
      rejected.every(({ reason }) => reason instanceof ApiKeyAlreadyRevoked),
      true,
    );
    expectSame(await logLines(keys), ['zoë issued checkout', 'zoë revoked checkout']);
  },

  'throws ApiKeyNotFound for an unknown and for a removed key': async (keys) => {
    const [apiKey] = await addKeys(keys, 'checkout');
    await keys.remove([newAuditEntry(actor, 'pruned', apiKey!)]);
    for (const publicId of ['key_0000000000000', apiKey!.publicId]) {
      const error = await rejectionOf(keys.change(publicId, revoke));
      expectSame(error instanceof ApiKeyNotFound && error.message.includes(publicId), true);
    }
    expectSame(await keys.list(), []);
  },
};

function revoke(stored: ApiKey, now: Date) {
  return { changed: stored.revoke(now), entries: [newAuditEntry(actor, 'revoked', stored)] };
}

function rotate(stored: ApiKey, now: Date) {
  const { apiKey, retired } = stored.rotate(now, Duration.of('1h'), successorCryptography());
  return {
    changed: retired,
    successor: { apiKey, secretHash: 'next hash' },
    entries: [newAuditEntry(actor, 'rotated', stored), newAuditEntry(actor, 'issued', apiKey)],
  };
}

/** Skips 100 calls, so that no public id equals one of `addKeys`. */
function successorCryptography(): FakeCryptography {
  const cryptography = new FakeCryptography();
  for (let call = 0; call < 100; call++) cryptography.randomBytes(1);
  return cryptography;
}
