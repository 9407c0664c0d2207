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

/** Hours since the keys were issued, one was revoked and one was rotated with a grace period of one hour. */
it.each([
  [23, 0, ['unlimited', 'two hours', 'lost', 'rotated', 'rotated']],
  [24, 1, ['unlimited', 'two hours', 'rotated', 'rotated']],
  [25, 2, ['unlimited', 'two hours', 'rotated']],
  [26, 3, ['unlimited', 'rotated']],
  [24 * 365 * 100, 3, ['unlimited', 'rotated']],
])(
  'after %i hours deletes the %i keys that expired or were revoked at least one day ago',
  async (hours, deleted, left) => {
    keys.advanceTime(hours * hour);
    expect(await pruneKeys.execute('adam', '1d')).toBe(deleted);
    expect(await names()).toEqual(left);
  },
);

it('with an age of 0 deletes revoked keys and keeps usable ones', async () => {
  expect(await pruneKeys.execute('adam', '0s')).toBe(1);
  expect(await names()).toEqual(['unlimited', 'two hours', 'rotated', 'rotated']);
});

it('logs who deleted which key and keeps the earlier entries', async () => {
  const before = await keys.log();
  await pruneKeys.execute('adam', '0s');
  const publicId = before.find(({ name }) => name === 'lost')?.publicId;
  const pruned = { at: await keys.now(), actor: 'adam', action: 'pruned', publicId, name: 'lost' };
  expect(await keys.log()).toEqual([...before, pruned]);
});

it('logs nothing when it deletes nothing', async () => {
  await pruneKeys.execute('adam', '0s');
  const log = await keys.log();
  expect(await pruneKeys.execute('adam', '0s')).toBe(0);
  expect(await keys.log()).toEqual(log);
});

it.each([
  ['age', 'invalid_duration', 'adam', '2020-01-01'],
  ['actor', 'invalid_actor', '\n', '0s'],
])('deletes nothing for an invalid %s', async (_, code, by, deadFor) => {
  await expect(pruneKeys.execute(by, deadFor)).rejects.toThrow(expect.objectContaining({ code }));
  expect(await names()).toContain('lost');
});
