import { ApiKeyAlreadyRevoked, ApiKeyNotFound } from '../access.errors.ts';
import type { ApiKey } from '../api-key.ts';
import type { ApiKeyRepository } from '../api-key.repository.ts';
import { audited } from '../audit-entry.ts';
import { Duration } from '../duration.ts';
import { actor, addKeys, deeds } from './added-keys.ts';
import { CountingCryptography } from './counting-cryptography.ts';
import { expectSame, failureOf } from './expect-same.ts';

/** What every ApiKeyRepository holds when a key changes. */
export const apiKeyChangeContract: Record<string, (keys: ApiKeyRepository) => Promise<void>> = {
  'keeps what becomes of a key, and no other, with its successor and the log': async (keys) => {
    const [old, other] = await addKeys(keys, 'old', 'other');
    const { changed, successor } = await keys.change(old!.publicId, rotate);
    expectSame((await keys.findByHash('old'))?.apiKey, changed);
    expectSame((await keys.findByHash('next hash'))?.apiKey, successor.apiKey);
    expectSame((await keys.findByHash('other'))?.apiKey, other);
    expectSame((await deeds(keys)).slice(2), ['zoë rotated old', 'zoë issued old']);
    expectSame((await keys.log()).at(-1)?.publicId, successor.apiKey.publicId);
  },

  'changes a key that has been changed before': async (keys) => {
    const [apiKey] = await addKeys(keys, 'till');
    await keys.change(apiKey!.publicId, rotate);
    const { changed } = await keys.change(apiKey!.publicId, revoke);
    expectSame((await keys.findByHash('till'))?.apiKey, changed);
    expectSame((await deeds(keys)).slice(1), ['zoë rotated till', 'zoë issued till', 'zoë revoked till']);
  },

  'lets the decision see the key as it is, and its own time': async (keys) => {
    const [apiKey] = await addKeys(keys, 'till');
    const before = await keys.now();
    const seen = await keys.change(apiKey!.publicId, (kept, now) => ({ changed: kept, entries: [], now }));
    expectSame(seen.changed, apiKey);
    expectSame(before <= seen.now && seen.now <= (await keys.now()), true);
  },

  'writes no line when nothing is to be told': async (keys) => {
    const [apiKey] = await addKeys(keys, 'till');
    await keys.change(apiKey!.publicId, (kept, now) => ({ ...revoke(kept, now), entries: [] }));
    expectSame(await deeds(keys), ['zoë issued till']);
  },

  'changes nothing when the decision is that it cannot be': async (keys) => {
    const [apiKey] = await addKeys(keys, 'till');
    const reason = new ApiKeyAlreadyRevoked(apiKey!.publicId, new Date(0));
    const decide = () => {
      throw reason;
    };
    expectSame((await failureOf(keys.change(apiKey!.publicId, decide))) === reason, true);
    expectSame(await keys.list(), [apiKey]);
    expectSame(await deeds(keys), ['zoë issued till']);
  },

  'changes nothing when the successor cannot be kept': async (keys) => {
    const [apiKey, other] = await addKeys(keys, 'till', 'next hash');
    await failureOf(keys.change(apiKey!.publicId, rotate));
    expectSame((await keys.findByHash('till'))?.apiKey, apiKey);
    expectSame((await keys.findByHash('next hash'))?.apiKey, other);
    expectSame(await deeds(keys), ['zoë issued till', 'zoë issued next hash']);
  },

  'lets one of many who revoke a key at the same time do it': async (keys) => {
    const [apiKey] = await addKeys(keys, 'till');
    const all = await Promise.allSettled(Array.from({ length: 5 }, () => keys.change(apiKey!.publicId, revoke)));
    const refused = all.filter((outcome) => outcome.status === 'rejected');
    expectSame(refused.length, 4);
    expectSame(
      refused.every(({ reason }) => reason instanceof ApiKeyAlreadyRevoked),
      true,
    );
    expectSame(await deeds(keys), ['zoë issued till', 'zoë revoked till']);
  },

  'knows no key that was never issued, and none that it forgot': async (keys) => {
    const [apiKey] = await addKeys(keys, 'till');
    await keys.remove([audited(actor, 'pruned', apiKey!)]);
    for (const publicId of ['key_0000000000000', apiKey!.publicId]) {
      const failure = await failureOf(keys.change(publicId, revoke));
      expectSame(failure instanceof ApiKeyNotFound && failure.message.includes(publicId), true);
    }
    expectSame(await keys.list(), []);
  },
};

function revoke(kept: ApiKey, now: Date) {
  return { changed: kept.revoke(now), entries: [audited(actor, 'revoked', kept)] };
}

function rotate(kept: ApiKey, now: Date) {
  const { apiKey, retired } = kept.rotate(now, Duration.of('1h'), cryptographyOfSuccessors());
  return {
    changed: retired,
    successor: { apiKey, secretHash: 'next hash' },
    entries: [audited(actor, 'rotated', kept), audited(actor, 'issued', apiKey)],
  };
}

/** So far ahead that it gives no public id that `addKeys` gave. */
function cryptographyOfSuccessors(): CountingCryptography {
  const cryptography = new CountingCryptography();
  for (let call = 0; call < 100; call++) cryptography.randomBytes(1);
  return cryptography;
}
