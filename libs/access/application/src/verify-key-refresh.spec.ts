import { InvalidApiKey, type IssuedKey } from '@petstore/access-domain';
import { FakeCryptography, DelayedApiKeyRepository, FakeClock } from '@petstore/access-domain/testing';
import { IssueKey } from './issue-key.ts';
import { RevokeKey } from './revoke-key.ts';
import { VerifyKey } from './verify-key.ts';

let keys: DelayedApiKeyRepository;
let clock: FakeClock;
let verifyKey: VerifyKey;
let issued: IssuedKey;
let findByHash: jest.SpyInstance;

beforeEach(async () => {
  [keys, clock] = [new DelayedApiKeyRepository(), new FakeClock()];
  const cryptography = new FakeCryptography();
  verifyKey = new VerifyKey(keys, cryptography, clock);
  issued = await new IssueKey(keys, cryptography).execute('till', 'zoë');
  const verifying = verifyKey.execute(issued.secret.text);
  keys.release();
  await verifying;
  findByHash = jest.spyOn(keys, 'findByHash');
});

/** The name of the key if it is returned without a promise. */
function verifyWithoutWaiting(): string | undefined {
  const result = verifyKey.execute(issued.secret.text);
  return result instanceof Promise ? undefined : result.apiKey.name.text;
}

const flush = () => new Promise((resolve) => setImmediate(resolve));

async function answer(): Promise<void> {
  keys.release();
  await flush();
}

it('checks a key in use again after half a second, once, while requests get the cached key', async () => {
  clock.advance(499);
  expect(verifyWithoutWaiting()).toBe('till');
  expect(findByHash).not.toHaveBeenCalled();
  clock.advance(1);
  expect([1, 2, 3].map(verifyWithoutWaiting)).toEqual(['till', 'till', 'till']);
  expect(findByHash).toHaveBeenCalledTimes(1);
  await answer();
  clock.advance(999);
  expect(verifyWithoutWaiting()).toBe('till');
});

it('caches the key for one second from the start of the background check', async () => {
  clock.advance(600);
  expect(verifyWithoutWaiting()).toBe('till');
  clock.advance(300);
  await answer();
  clock.advance(699);
  expect(verifyWithoutWaiting()).toBe('till');
  clock.advance(1);
  expect(verifyWithoutWaiting()).toBeUndefined();
});

it('refuses a revoked key as soon as the background check has found it revoked', async () => {
  await new RevokeKey(keys).execute(issued.apiKey.publicId, 'zoë');
  clock.advance(500);
  expect(verifyWithoutWaiting()).toBe('till');
  await answer();
  const verifying = verifyKey.execute(issued.secret.text);
  keys.release();
  await expect(verifying).rejects.toThrow(InvalidApiKey);
});

it('keeps the cached key until it expires when the background check fails, and does not repeat that check', async () => {
  findByHash.mockRejectedValue(new Error('connection refused'));
  clock.advance(500);
  expect(verifyWithoutWaiting()).toBe('till');
  await flush();
  clock.advance(499);
  expect(verifyWithoutWaiting()).toBe('till');
  expect(findByHash).toHaveBeenCalledTimes(1);
  clock.advance(1);
  expect(verifyWithoutWaiting()).toBeUndefined();
});
