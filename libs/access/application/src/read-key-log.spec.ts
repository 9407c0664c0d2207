import { FakeCryptography, InMemoryApiKeyRepository } from '@petstore/access-domain/testing';
import { IssueKey } from './issue-key.ts';
import { PruneKeys } from './prune-keys.ts';
import { ReadKeyLog } from './read-key-log.ts';
import { RevokeKey } from './revoke-key.ts';
import { RotateKey } from './rotate-key.ts';

it('returns all entries of a key, the oldest first, even after the key was deleted', async () => {
  const [keys, cryptography] = [new InMemoryApiKeyRepository(), new FakeCryptography()];
  const { publicId } = (await new IssueKey(keys, cryptography).execute('checkout', 'zoë')).apiKey;
  keys.advanceTime(60_000);
  const next = (await new RotateKey(keys, cryptography).execute(publicId, 'adam', '1h')).apiKey.publicId;
  keys.advanceTime(60_000);
  await new RevokeKey(keys).execute(publicId, 'eve');
  keys.advanceTime(60_000);
  await new PruneKeys(keys).execute('noah', '0s');
  const common = { name: 'checkout', publicId, access: 'full' };
  expect(await new ReadKeyLog(keys).execute()).toEqual([
    { ...common, at: new Date('2026-11-21T12:00:00Z'), actor: 'zoë', action: 'issued' },
    { ...common, at: new Date('2026-11-21T12:01:00Z'), actor: 'adam', action: 'rotated' },
    { ...common, at: new Date('2026-11-21T12:01:00Z'), actor: 'adam', action: 'issued', publicId: next },
    { ...common, at: new Date('2026-11-21T12:02:00Z'), actor: 'eve', action: 'revoked' },
    { ...common, at: new Date('2026-11-21T12:03:00Z'), actor: 'noah', action: 'pruned' },
  ]);
});

it('returns no entries from an empty log', async () => {
  expect(await new ReadKeyLog(new InMemoryApiKeyRepository()).execute()).toEqual([]);
});
