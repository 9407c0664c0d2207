import { InvalidApiKey, ReadOnlyApiKey, type IssuedKey } from '@petstore/access-domain';
import { FakeCryptography, DelayedApiKeyRepository, FakeClock } from '@petstore/access-domain/testing';
import { IssueKey } from './issue-key.ts';
import { RevokeKey } from './revoke-key.ts';
import type { VerifiedKey } from './verified-key-cache.ts';
import { VerifyKey } from './verify-key.ts';

let keys: DelayedApiKeyRepository;
let clock: FakeClock;
let cryptography: FakeCryptography;
let verifyKey: VerifyKey;
let findByHash: jest.SpyInstance;

beforeEach(() => {
  [keys, clock, cryptography] = [new DelayedApiKeyRepository(), new FakeClock(), new FakeCryptography()];
  verifyKey = new VerifyKey(keys, cryptography, clock);
  findByHash = jest.spyOn(keys, 'findByHash');
});

const issue = (expires?: string) => new IssueKey(keys, cryptography).execute('checkout', 'zoë', expires);

/** Advances the clocks of the process and of the repository. */
function advanceTime(milliseconds: number): void {
  clock.advance(milliseconds);
  keys.advanceTime(milliseconds);
}

/**
 * Returns the name of the key, or the error.
 * @param beforeResult runs before the repository returns its result
 */
async function verify({ secret }: IssuedKey, beforeResult: () => unknown = () => {}): Promise<unknown> {
  const verifying = verifyKey.execute(secret.text);
  await beforeResult();
  keys.release();
  try {
    return (await verifying).apiKey.name.text;
  } catch (error) {
    return error;
  } finally {
    // A background refresh ends before the test continues.
    await new Promise(setImmediate);
  }
}

const isCached = ({ secret }: IssuedKey) => !(verifyKey.execute(secret.text) instanceof Promise);

const invalidApiKey = new InvalidApiKey();

it('a cached key keeps its access', async () => {
  const key = await new IssueKey(keys, cryptography).execute('website', 'zoë', undefined, 'read-only');
  expect(await verify(key)).toBe('website');
  expect(isCached(key)).toBe(true);
  const cached = await verifyKey.execute(key.secret.text);
  expect(() => cached.requireWriteAccess()).toThrow(ReadOnlyApiKey);
  const full = await issue();
  expect(await verify(full)).toBe('checkout');
  expect(() => (verifyKey.execute(full.secret.text) as VerifiedKey).requireWriteAccess()).not.toThrow();
});

describe('a valid key', () => {
  it('is returned without a call to the repository for half a second, and then starts a background refresh', async () => {
    const key = await issue();
    for (const milliseconds of [0, 0, 499]) {
      advanceTime(milliseconds);
      expect(await verify(key)).toBe('checkout');
      expect(findByHash).toHaveBeenCalledTimes(1);
    }
    advanceTime(1);
    expect(await verify(key)).toBe('checkout');
    expect(findByHash).toHaveBeenCalledTimes(2);
  });

  it.each([
    [0, true],
    [999, true],
    [1_000, false],
  ])('is cached for one second: %i ms after the check, isCached is %p', async (milliseconds, expected) => {
    const key = await issue();
    await verify(key);
    advanceTime(milliseconds);
    expect(isCached(key)).toBe(expected);
  });

  it.each([
    [299, true],
    [300, false],
  ])(
    'is cached for one second from the start of a check of 700 ms: %i ms after its end, isCached is %p',
    async (milliseconds, expected) => {
      const key = await issue();
      await verify(key, () => advanceTime(700));
      advanceTime(milliseconds);
      expect(isCached(key)).toBe(expected);
    },
  );

  it('is not cached if the look-up took one second', async () => {
    const key = await issue();
    expect(await verify(key, () => advanceTime(1_000))).toBe('checkout');
    await verify(key);
    expect(findByHash).toHaveBeenCalledTimes(2);
  });

  it('is not returned after it has expired', async () => {
    const key = await issue('1s');
    advanceTime(600);
    expect(await verify(key)).toBe('checkout');
    advanceTime(399);
    expect(await verify(key)).toBe('checkout');
    advanceTime(1);
    expect(await verify(key)).toEqual(invalidApiKey);
  });

  it('is refused from one second after the last check before its revocation', async () => {
    const key = await issue();
    await verify(key);
    await new RevokeKey(keys).execute(key.apiKey.publicId, 'zoë');
    advanceTime(999);
    expect(await verify(key)).toBe('checkout');
    for (const milliseconds of [1, 0, 1, 999, 1_000, 1_000_000]) {
      advanceTime(milliseconds);
      expect(await verify(key)).toEqual(invalidApiKey);
    }
  });

  it('is refused one second after it was revoked, even if the repository read it before and returned it later', async () => {
    const key = await issue();
    await verify(key, async () => {
      await new RevokeKey(keys).execute(key.apiKey.publicId, 'zoë');
      advanceTime(900);
    });
    advanceTime(100);
    expect(await verify(key)).toEqual(invalidApiKey);
  });
});

describe('if the repository fails', () => {
  const failure = new Error('connection refused');

  it('a key stays cached for one second', async () => {
    const key = await issue();
    await verify(key);
    findByHash.mockRejectedValue(failure);
    advanceTime(999);
    expect(await verify(key)).toBe('checkout');
    advanceTime(1);
    expect(await verify(key)).toBe(failure);
  });

  it('the failure is not cached, and the next request calls the repository again', async () => {
    const key = await issue();
    findByHash.mockRejectedValueOnce(failure);
    expect(await verify(key)).toBe(failure);
    expect(await verify(key)).toBe('checkout');
    findByHash.mockRejectedValueOnce(failure);
    advanceTime(1_000);
    expect(await verify(key)).toBe(failure);
    await new RevokeKey(keys).execute(key.apiKey.publicId, 'zoë');
    expect(await verify(key)).toEqual(invalidApiKey);
  });
});
