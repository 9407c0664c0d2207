import { FakeCryptography, InMemoryApiKeyRepository } from '@petstore/access-domain/testing';
import { IssueKey } from './issue-key.ts';
import { PruneKeys } from './prune-keys.ts';
import { RevokeKey } from './revoke-key.ts';
import { RotateKey } from './rotate-key.ts';

const hour = 3_600_000;

let keys: InMemoryApiKeyRepository;
let pruneKeys: PruneKeys;

beforeEach(async () => {
  keys = new InMemoryApiKeyRepository();
  pruneKeys = new PruneKeys(keys);
  const cryptography = new FakeCryptography();
  const issueKey = new IssueKey(keys, cryptography);
  await issueKey.execute('unlimited', 'zoë');
  await issueKey.execute('two hours', 'zoë', '2h');
  const { publicId: lost } = (await issueKey.execute('lost', 'zoë')).apiKey;
  await new RevokeKey(keys).execute(lost, 'zoë');
  const { publicId: rotated } = (await issueKey.execute('rotated', 'zoë')).apiKey;
  await new RotateKey(keys, cryptography).execute(rotated, 'zoë', '1h');
});

const names = async () => (await keys.list()).map(({ name }) => name.text);

/** The hours count from `beforeEach`: it issues all keys, revokes `lost`, and rotates `rotated` with one hour of grace. */
it.each([
  [23, 0, ['unlimited', 'two hours', 'lost', 'rotated', 'rotated']],
  [24, 1, ['unlimited', 'two hours', 'rotated', 'rotated']],
  [25, 2, ['unlimited', 'two hours', 'rotated']],
  [26, 3, ['unlimited', 'rotated']],
  [24 * 365 * 100, 3, ['unlimited', 'rotated']],
])(
  'called after %i hours, deletes the %i keys that expired or were revoked at least one day ago',
  async (hours, deleted, remaining) => {
    keys.advanceTime(hours * hour);
    expect(await pruneKeys.execute('adam', '1d')).toBe(deleted);
    expect(await names()).toEqual(remaining);
  },
);

it('deletes revoked keys and keeps usable ones if the minimum age is 0', async () => {
  expect(await pruneKeys.execute('adam', '0s')).toBe(1);
  expect(await names()).toEqual(['unlimited', 'two hours', 'rotated', 'rotated']);
});

it('stores a log entry with the actor and the deleted key, and keeps the earlier entries', async () => {
  const before = await keys.log();
  await pruneKeys.execute('adam', '0s');
  const publicId = before.find(({ name }) => name === 'lost')?.publicId;
  const pruned = { at: await keys.now(), actor: 'adam', action: 'pruned', publicId, name: 'lost', access: 'full' };
  expect(await keys.log()).toEqual([...before, pruned]);
});

it('stores no log entry if it deletes no key', async () => {
  await pruneKeys.execute('adam', '0s');
  const log = await keys.log();
  expect(await pruneKeys.execute('adam', '0s')).toBe(0);
  expect(await keys.log()).toEqual(log);
});

it.each([
  ['minimum age', 'invalid_duration', 'adam', '2020-01-01'],
  ['actor', 'invalid_actor', '\n', '0s'],
])('deletes nothing for an invalid %s', async (_, code, actorName, minimumAge) => {
  await expect(pruneKeys.execute(actorName, minimumAge)).rejects.toThrow(expect.objectContaining({ code }));
  expect(await names()).toContain('lost');
});
