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
  issued = await new IssueKey(keys, cryptography).execute('checkout', 'zoë');
  const verifying = verifyKey.execute(issued.secret.text);
  keys.release();
  await verifying;
  findByHash = jest.spyOn(keys, 'findByHash');
});

/** Returns the name of the key if the key was returned without a promise; otherwise undefined. */
function verifyWithoutWaiting(): string | undefined {
  const result = verifyKey.execute(issued.secret.text);
  return result instanceof Promise ? undefined : result.apiKey.name.text;
}

/** Lets all pending microtasks run. */
const flush = () => new Promise((resolve) => setImmediate(resolve));

/** Resolves the pending look-ups and waits until the background refresh has used their results. */
async function completeLookups(): Promise<void> {
  keys.release();
  await flush();
}

it('refreshes a cached key once, half a second after its check, and returns the cached key meanwhile', async () => {
  clock.advance(499);
  expect(verifyWithoutWaiting()).toBe('checkout');
  expect(findByHash).not.toHaveBeenCalled();
  clock.advance(1);
  expect([1, 2, 3].map(verifyWithoutWaiting)).toEqual(['checkout', 'checkout', 'checkout']);
  expect(findByHash).toHaveBeenCalledTimes(1);
  await completeLookups();
  clock.advance(999);
  expect(verifyWithoutWaiting()).toBe('checkout');
});

it('caches the key for one second from the start of the background refresh', async () => {
  clock.advance(600);
  expect(verifyWithoutWaiting()).toBe('checkout');
  clock.advance(300);
  await completeLookups();
  clock.advance(699);
  expect(verifyWithoutWaiting()).toBe('checkout');
  clock.advance(1);
  expect(verifyWithoutWaiting()).toBeUndefined();
});

it('refuses a revoked key as soon as the background refresh has ended', async () => {
  await new RevokeKey(keys).execute(issued.apiKey.publicId, 'zoë');
  clock.advance(500);
  expect(verifyWithoutWaiting()).toBe('checkout');
  await completeLookups();
  const verifying = verifyKey.execute(issued.secret.text);
  keys.release();
  await expect(verifying).rejects.toThrow(InvalidApiKey);
});

it('keeps the cached key until its entry expires if the background refresh fails, and does not repeat the refresh', async () => {
  findByHash.mockRejectedValue(new Error('connection refused'));
  clock.advance(500);
  expect(verifyWithoutWaiting()).toBe('checkout');
  await flush();
  clock.advance(499);
  expect(verifyWithoutWaiting()).toBe('checkout');
  expect(findByHash).toHaveBeenCalledTimes(1);
  clock.advance(1);
  expect(verifyWithoutWaiting()).toBeUndefined();
});
