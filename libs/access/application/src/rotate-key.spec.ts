import { inspect } from 'node:util';
import type { IssuedKey } from '@petstore/access-domain';
import { FakeCryptography, InMemoryApiKeyRepository } from '@petstore/access-domain/testing';
import { IssueKey } from './issue-key.ts';
import { RevokeKey } from './revoke-key.ts';
import { RotateKey } from './rotate-key.ts';

const hour = 3_600_000;

let keys: InMemoryApiKeyRepository;
let cryptography: FakeCryptography;
let rotateKey: RotateKey;
let old: IssuedKey;
let id: string;

beforeEach(async () => {
  keys = new InMemoryApiKeyRepository();
  cryptography = new FakeCryptography();
  rotateKey = new RotateKey(keys, cryptography);
  old = await new IssueKey(keys, cryptography).execute('checkout', 'zoë', '30d');
  id = old.apiKey.publicId;
  keys.advanceTime(24 * hour);
});

const find = async ({ secret }: IssuedKey) => (await keys.findByHash(cryptography.sha256(secret.text)))?.apiKey;

it('returns a new key and its secret; the repository finds the key by the hash of the secret', async () => {
  const rotated = await rotateKey.execute(id, 'adam', '1h');
  expect(await find(rotated)).toEqual(rotated.apiKey);
  expect(rotated.apiKey.snapshot()).toMatchObject({ name: 'checkout', createdAt: await keys.now() });
  expect(rotated.secret.text).not.toBe(old.secret.text);
});

it('issues a read-only successor of a read-only key', async () => {
  const { apiKey } = await new IssueKey(keys, cryptography).execute('website', 'zoë', undefined, 'read-only');
  const rotated = await rotateKey.execute(apiKey.publicId, 'adam', '1h');
  expect((await find(rotated))?.access).toBe('read-only');
});

it('keeps the old key valid until the grace period ends, by the clock of the repository, and returns that time', async () => {
  const { apiKey, endsAt } = await rotateKey.execute(id, 'adam', '1h');
  const now = await keys.now();
  expect(endsAt).toEqual(new Date(now.getTime() + hour));
  const oldKey = await find(old);
  expect(oldKey?.snapshot()).toMatchObject({ expiresAt: endsAt, successorId: apiKey.publicId });
  expect(oldKey?.remainingLifetime(now)).toBe(hour);
});

it('stores a log entry for the rotated key and one for the issued key', async () => {
  const { apiKey } = await rotateKey.execute(id, 'adam', '1h');
  const common = { at: await keys.now(), actor: 'adam', name: 'checkout', access: 'full' };
  expect((await keys.log()).slice(1)).toEqual([
    { ...common, action: 'rotated', publicId: id },
    { ...common, action: 'issued', publicId: apiKey.publicId },
  ]);
});

it('stores only hashes and hints of the secrets', async () => {
  const { secret } = await rotateKey.execute(id, 'adam', '1h');
  const contents = inspect(keys, { depth: Infinity });
  expect(contents).toContain(cryptography.sha256(secret.text));
  expect(contents).not.toContain(secret.text.slice(0, secret.prefix.length + 1));
  expect(contents).not.toContain(old.secret.text.slice(0, old.secret.prefix.length + 1));
});

describe('RotateKey changes nothing and issues no key', () => {
  async function expectError(code: string, ...[publicId, actorName, grace]: string[]): Promise<void> {
    const [before, log] = [await keys.list(), await keys.log()];
    await expect(rotateKey.execute(publicId!, actorName!, grace!)).rejects.toThrow(expect.objectContaining({ code }));
    expect(await keys.list()).toEqual(before);
    expect(await keys.log()).toEqual(log);
  }

  it('when the key was revoked', async () => {
    await new RevokeKey(keys).execute(id, 'zoë');
    await expectError('api_key_already_revoked', id, 'adam', '1h');
  });

  it('when the key was rotated before', async () => {
    await rotateKey.execute(id, 'adam', '1h');
    await expectError('api_key_already_rotated', id, 'adam', '1h');
  });

  it('when the key has expired', async () => {
    keys.advanceTime(29 * 24 * hour);
    await expectError('api_key_expired', id, 'adam', '1h');
  });

  it('when there is no such key', () => expectError('api_key_not_found', 'key_0000000000000', 'adam', '1h'));

  it('when the id is malformed', () => expectError('invalid_key_id', old.secret.text, 'adam', '1h'));

  it('when the actor is empty', () => expectError('invalid_actor', id, '', '1h'));

  it('when the grace period is not a duration', () => expectError('invalid_duration', id, 'adam', '2027-01-31'));
});

it('rejects with the error of the repository if the repository cannot store the change', async () => {
  const failure = new Error('connection refused');
  jest.spyOn(keys, 'change').mockRejectedValue(failure);
  await expect(rotateKey.execute(id, 'adam', '1h')).rejects.toBe(failure);
});
