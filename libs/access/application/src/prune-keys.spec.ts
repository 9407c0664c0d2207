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
  await issueKey.execute('for ever', 'zoë');
  await issueKey.execute('for 2 hours', 'zoë', '2h');
  const { publicId: lost } = (await issueKey.execute('lost', 'zoë')).apiKey;
  await new RevokeKey(keys).execute(lost, 'zoë');
  const { publicId: rotated } = (await issueKey.execute('rotated', 'zoë')).apiKey;
  await new RotateKey(keys, cryptography).execute(rotated, 'zoë', '1h');
});

const names = async () => (await keys.list()).map(({ name }) => name.text);

/** Hours since all were issued, one of them was revoked, and one rotated with a grace of an hour. */
it.each([
  [23, 0, ['for ever', 'for 2 hours', 'lost', 'rotated', 'rotated']],
  [24, 1, ['for ever', 'for 2 hours', 'rotated', 'rotated']],
  [25, 2, ['for ever', 'for 2 hours', 'rotated']],
  [26, 3, ['for ever', 'rotated']],
  [24 * 365 * 100, 3, ['for ever', 'rotated']],
])('after %i hours forgets %i keys, those that have been dead for a day', async (hours, forgotten, left) => {
  keys.advanceTime(hours * hour);
  expect(await pruneKeys.execute('adam', '1d')).toBe(forgotten);
  expect(await names()).toEqual(left);
});

it('forgets what is dead at the moment when no age is asked for, and never what lives', async () => {
  expect(await pruneKeys.execute('adam', '0s')).toBe(1);
  expect(await names()).toEqual(['for ever', 'for 2 hours', 'rotated', 'rotated']);
});

it('has it written down who forgot which key, and keeps what was done to it', async () => {
  const before = await keys.log();
  await pruneKeys.execute('adam', '0s');
  const publicId = before.find(({ name }) => name === 'lost')?.publicId;
  const pruned = { at: await keys.now(), actor: 'adam', action: 'pruned', publicId, name: 'lost' };
  expect(await keys.log()).toEqual([...before, pruned]);
});

it('has nothing to write down when there is nothing to forget', async () => {
  await pruneKeys.execute('adam', '0s');
  const log = await keys.log();
  expect(await pruneKeys.execute('adam', '0s')).toBe(0);
  expect(await keys.log()).toEqual(log);
});

it.each([
  ['an age that is none', 'invalid_duration', 'adam', '2020-01-01'],
  ['somebody without a name', 'invalid_actor', '\n', '0s'],
])('forgets nothing for %s', async (_, code, by, deadFor) => {
  await expect(pruneKeys.execute(by, deadFor)).rejects.toThrow(expect.objectContaining({ code }));
  expect(await names()).toContain('lost');
});
