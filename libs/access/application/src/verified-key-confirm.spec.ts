import { InvalidApiKey, type IssuedKey } from '@petstore/access-domain';
import { FakeCryptography, InMemoryApiKeyRepository, FakeClock } from '@petstore/access-domain/testing';
import { IssueKey } from './issue-key.ts';
import { RevokeKey } from './revoke-key.ts';
import type { VerifiedKey } from './verified-key-cache.ts';
import { VerifyKey } from './verify-key.ts';

let keys: InMemoryApiKeyRepository;
let clock: FakeClock;
let cryptography: FakeCryptography;
let verifyKey: VerifyKey;
let issued: IssuedKey;
let verified: VerifiedKey;
let findByHash: jest.SpyInstance;

beforeEach(async () => {
  [keys, clock, cryptography] = [new InMemoryApiKeyRepository(), new FakeClock(), new FakeCryptography()];
  verifyKey = new VerifyKey(keys, cryptography, clock);
  issued = await new IssueKey(keys, cryptography).execute('checkout', 'zoë');
  verified = await verifyKey.execute(issued.secret.text);
  findByHash = jest.spyOn(keys, 'findByHash');
});

const revoke = () => new RevokeKey(keys).execute(issued.apiKey.publicId, 'zoë');

it('computes no hash and does not call the repository for one second', () => {
  const sha256 = jest.spyOn(cryptography, 'sha256');
  clock.advance(999);
  expect(verified.confirm()).toBeUndefined();
  expect(sha256).not.toHaveBeenCalled();
  expect(findByHash).not.toHaveBeenCalled();
});

it('calls the repository if the last check started one second ago', async () => {
  clock.advance(1_000);
  await expect(verified.confirm()).resolves.toMatchObject({ id: issued.apiKey.publicId });
  expect(findByHash).toHaveBeenCalledTimes(1);
});

it('rejects a key that was revoked', async () => {
  await revoke();
  clock.advance(1_000);
  await expect(verified.confirm()).rejects.toThrow(InvalidApiKey);
});

it('does not call the repository if another request has checked the key', async () => {
  clock.advance(1_000);
  await verifyKey.execute(issued.secret.text);
  expect(verified.confirm()).toBeUndefined();
  expect(findByHash).toHaveBeenCalledTimes(1);
});

it('rejects with the error of the repository', async () => {
  const failure = new Error('connection refused');
  findByHash.mockRejectedValue(failure);
  clock.advance(1_000);
  await expect(verified.confirm()).rejects.toBe(failure);
});
