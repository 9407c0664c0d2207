import {
  OperatorName,
  ApiKeySecret,
  InvalidApiKey,
  ReadOnlyApiKey,
  type FoundKey,
  type IssuedKey,
} from '@petstore/access-domain';
import { FakeClock, FakeCryptography, InMemoryApiKeyRepository } from '@petstore/access-domain/testing';
import { InMemoryTransactions } from '@petstore/kernel/testing';
import { IssueKey } from './issue-key.ts';
import { RevokeKey } from './revoke-key.ts';
import { VerifyKey, type VerifiedKey } from './verify-key.ts';

/** Looks up keys immediately, but returns the results only when the test calls `release`. */
class DelayedApiKeyRepository extends InMemoryApiKeyRepository {
  private readonly pending: (() => void)[] = [];

  override findByHash(secretHash: string): Promise<FoundKey | undefined> {
    const found = super.findByHash(secretHash);
    return new Promise((resolve) => this.pending.push(() => resolve(found)));
  }

  releaseLast(): void {
    this.pending.pop()!();
  }

  release(): void {
    for (const resolve of this.pending.splice(0)) resolve();
  }
}

const invalidApiKey = new InvalidApiKey();
const failure = new Error('connection refused');

const transactions = new InMemoryTransactions();

let keys: DelayedApiKeyRepository;
let clock: FakeClock;
let cryptography: FakeCryptography;
let verifyKey: VerifyKey;
let findByHash: jest.SpyInstance;
let recordUse: jest.SpyInstance;
let issued: IssuedKey;
/** Public id of the issued key. */
let id: string;

beforeEach(async () => {
  [keys, clock, cryptography] = [new DelayedApiKeyRepository(), new FakeClock(), new FakeCryptography()];
  verifyKey = new VerifyKey(keys, cryptography, clock);
  findByHash = jest.spyOn(keys, 'findByHash');
  recordUse = jest.spyOn(keys, 'recordUse');
  issued = await issue('checkout', '2m');
  id = issued.apiKey.publicId;
});

const issue = (name: string, expires?: string, access?: 'read-only') =>
  new IssueKey(keys, cryptography, transactions).execute(name, 'zoë', expires, access);
const revoke = () => new RevokeKey(keys, transactions).execute(issued.apiKey.publicId, 'zoë');

/** Advances the clocks of the process and of the repository. */
function advanceTime(milliseconds: number): void {
  clock.advance(milliseconds);
  keys.advanceTime(milliseconds);
}

/** Lets all pending microtasks run. */
const flush = () => new Promise((resolve) => setImmediate(resolve));

/** A request, whose look-ups are not released. Returns the id of the key or the error. */
async function request({ text } = issued.secret): Promise<unknown> {
  try {
    return (await verifyKey.execute(text)).id;
  } catch (error) {
    return error;
  }
}

/** A request and its look-ups, also in the background. @param beforeResult runs before the repository returns its result */
async function verify({ secret } = issued, beforeResult: () => unknown = () => {}): Promise<unknown> {
  const result = request(secret);
  await beforeResult();
  keys.release();
  await flush();
  return result;
}

const isCached = () => !(verifyKey.execute(issued.secret.text) instanceof Promise);

let secrets = 0;

/** Returns a different secret each time, of a key that is not in the repository. */
function unknownSecret(): ApiKeySecret {
  const bytes = new Uint8Array(32);
  new DataView(bytes.buffer).setUint32(0, ++secrets);
  jest.spyOn(cryptography, 'randomBytes').mockReturnValueOnce(bytes);
  return ApiKeySecret.generate(cryptography);
}

describe('a valid key', () => {
  it('is accepted with its access, from the cache too', async () => {
    const website = await issue('website', undefined, 'read-only');
    for (let round = 0; round < 2; round++) {
      expect(await verify()).toBe(id);
      expect(await verify(website)).toBe(website.apiKey.publicId);
    }
    expect(findByHash).toHaveBeenCalledTimes(2);
    const [full, readOnly] = [issued, website].map(({ secret }) => verifyKey.execute(secret.text) as VerifiedKey);
    expect(() => full!.requireWriteAccess()).not.toThrow();
    expect(() => readOnly!.requireWriteAccess()).toThrow(ReadOnlyApiKey);
  });

  it.each([
    ['of no time', 0, 999, true],
    ['of no time', 0, 1_000, false],
    ['of 700 ms', 700, 299, true],
    ['of 700 ms', 700, 300, false],
    ['of one second', 1_000, 0, false],
  ])('is cached for one second from the start of a check %s (%i): %i ms after its end, it is %p', async (...args) => {
    const [, duration, milliseconds, expected] = args;
    expect(await verify(issued, () => advanceTime(duration))).toBe(id);
    advanceTime(milliseconds);
    expect(isCached()).toBe(expected);
  });

  it('is not cached past its expiry, which the clock of the repository decides', async () => {
    keys.advanceTime(120_000 - 400);
    expect(await verify()).toBe(id);
    advanceTime(399);
    expect(await verify()).toBe(id);
    advanceTime(1);
    expect(await verify()).toEqual(invalidApiKey);
  });
});

describe('a revoked key', () => {
  it('is refused from one second after the last check before its revocation', async () => {
    await verify();
    await revoke();
    advanceTime(499);
    expect(await verify()).toBe(id);
    for (const milliseconds of [501, 0, 1, 999, 100_000]) {
      advanceTime(milliseconds);
      expect(await verify()).toEqual(invalidApiKey);
    }
  });

  it('is refused after one second, even if the repository read it before and returned it later', async () => {
    const late = async () => {
      await revoke();
      advanceTime(900);
    };
    expect(await verify(issued, late)).toBe(id);
    advanceTime(100);
    expect(await verify()).toEqual(invalidApiKey);
  });
});

describe('an invalid key', () => {
  it.each([
    ['an empty text', () => ''],
    ['a text without the key format', () => 'letmein'],
    ['a secret with one wrong character', () => issued.secret.text.replace('0', 'O')],
    ['a secret with a trailing space', () => `${issued.secret.text} `],
    ['the hash of a secret', () => cryptography.hash('sha256', issued.secret.text)],
    ['the id of a key', () => issued.apiKey.publicId],
  ])('is refused without a call to the repository if it is %s', async (_, presented) => {
    await expect(verifyKey.execute(presented())).rejects.toEqual(invalidApiKey);
    expect(findByHash).not.toHaveBeenCalled();
  });

  it('is not cached: it is accepted as soon as it is in the repository', async () => {
    const other = new DelayedApiKeyRepository();
    const later = await new IssueKey(other, cryptography, transactions).execute('later', 'zoë');
    expect(await verify(later)).toEqual(invalidApiKey);
    await keys.add(later.apiKey, OperatorName.of('zoë'));
    expect(await verify(later)).toBe(later.apiKey.publicId);
  });

  it('evicts no valid key, also if 20,000 of them arrive', async () => {
    await verify();
    const results = Array.from({ length: 20_000 }, () => request(unknownSecret()));
    keys.release();
    expect(await Promise.all(results)).toEqual(results.map(() => invalidApiKey));
    expect(isCached()).toBe(true);
  });
});

it('a full cache evicts the key with the oldest check', async () => {
  await verify();
  const { apiKey } = issued;
  findByHash.mockImplementation(async () => ({ apiKey, now: await keys.now() }));
  const others = Array.from({ length: 10_000 }, unknownSecret);
  for (const { text } of others.slice(0, -1)) await verifyKey.execute(text);
  expect(isCached()).toBe(true);
  await verifyKey.execute(others.at(-1)!.text);
  expect(isCached()).toBe(false);
});

describe('the background refresh', () => {
  beforeEach(async () => {
    await verify();
    findByHash.mockClear();
  });

  it('starts once, half a second after the check, and requests get the cached key meanwhile', async () => {
    advanceTime(499);
    expect(isCached()).toBe(true);
    expect(findByHash).not.toHaveBeenCalled();
    advanceTime(1);
    expect([isCached(), isCached(), isCached()]).toEqual([true, true, true]);
    expect(findByHash).toHaveBeenCalledTimes(1);
    advanceTime(200);
    keys.release();
    await flush();
    // The key is cached for one second from the start of the refresh.
    advanceTime(799);
    expect(isCached()).toBe(true);
    advanceTime(1);
    expect(isCached()).toBe(false);
  });

  it('ends the cached key if it was revoked', async () => {
    await revoke();
    advanceTime(500);
    expect(await verify()).toBe(id);
    expect(await verify()).toEqual(invalidApiKey);
  });

  it('is not repeated if it fails, and the cached key stays until its second is over', async () => {
    findByHash.mockRejectedValue(failure);
    advanceTime(500);
    expect(await verify()).toBe(id);
    advanceTime(499);
    expect(await verify()).toBe(id);
    expect(findByHash).toHaveBeenCalledTimes(1);
    advanceTime(1);
    expect(await verify()).toBe(failure);
  });
});

describe('concurrent requests with one key', () => {
  const fifty = <T>(create: () => T): T[] => Array.from({ length: 50 }, create);

  it('share one call to the repository, and its result', async () => {
    const unknown = unknownSecret();
    const results = [...fifty(request), ...fifty(() => request(unknown))];
    keys.release();
    expect(await Promise.all(results)).toEqual([...fifty(() => id), ...fifty(() => invalidApiKey)]);
    expect(findByHash).toHaveBeenCalledTimes(2);
  });

  it('share its failure, and the next request calls the repository again', async () => {
    findByHash.mockRejectedValueOnce(failure);
    expect(await Promise.all(fifty(request))).toEqual(fifty(() => failure));
    expect(await verify()).toBe(id);
  });

  it.each([
    ['had started a second before', 0, 999, () => id],
    ['ended after the key had expired', 119_500, 499, () => invalidApiKey],
  ])('are checked again if the check that they joined %s', async (_, age, valid, expected) => {
    advanceTime(age);
    const first = request();
    advanceTime(valid);
    const second = request();
    advanceTime(1);
    const late = fifty(request);
    keys.release();
    expect(await Promise.all([first, second])).toEqual([id, id]);
    keys.release();
    expect(await Promise.all(late)).toEqual(fifty<unknown>(expected));
    expect(findByHash).toHaveBeenCalledTimes(2);
  });
});

describe('verifyAgain', () => {
  let verified: VerifiedKey;

  beforeEach(async () => {
    await verify();
    verified = verifyKey.execute(issued.secret.text) as VerifiedKey;
    findByHash.mockClear();
  });

  /** Verifies again after this time, and releases the look-up. */
  function verifyAfter(milliseconds: number): Promise<unknown> | undefined {
    advanceTime(milliseconds);
    const verifying = verified.verifyAgain();
    keys.release();
    return verifying;
  }

  it('needs no check and no hash within a second after a check by any request', async () => {
    const hash = jest.spyOn(cryptography, 'hash');
    expect(verifyAfter(999)).toBeUndefined();
    expect([hash.mock.calls.length, findByHash.mock.calls.length]).toEqual([0, 0]);
    advanceTime(1);
    await verify();
    expect(verifyAfter(0)).toBeUndefined();
    expect(findByHash).toHaveBeenCalledTimes(1);
  });

  it('checks the key again after that, and rejects a revoked key', async () => {
    await expect(verifyAfter(1_000)).resolves.toMatchObject({ id });
    await revoke();
    await expect(verifyAfter(1_000)).rejects.toEqual(invalidApiKey);
  });

  it('on the connection of a transaction, waits for no check on another one', async () => {
    advanceTime(1_000);
    const elsewhere = verified.verifyAgain();
    await transactions.run(async (transaction) => {
      const verifying = verified.verifyAgain(transaction);
      expect(findByHash.mock.lastCall).toEqual([expect.any(String), transaction]);
      keys.releaseLast();
      await expect(verifying).resolves.toMatchObject({ id });
    });
    keys.release();
    await elsewhere;
  });

  it('rejects with the error of the repository', async () => {
    findByHash.mockRejectedValue(failure);
    await expect(verifyAfter(1_000)).rejects.toBe(failure);
  });
});

describe('the time of the last use', () => {
  const lastUsedAt = async () => (await keys.list())[0]!.snapshot().lastUsedAt;

  it('is recorded with the time of the repository, at most once a minute by all instances', async () => {
    const first = await keys.now();
    await verify();
    advanceTime(59_999);
    await verify();
    verifyKey = new VerifyKey(keys, cryptography, clock);
    await verify();
    expect(recordUse.mock.calls).toEqual([[id]]);
    expect(await lastUsedAt()).toEqual(first);
    advanceTime(1_000);
    await verify();
    expect(recordUse).toHaveBeenCalledTimes(2);
    expect(await lastUsedAt()).toEqual(await keys.now());
  });

  it('is not recorded for a refused key', async () => {
    advanceTime(120_000);
    expect(await verify()).toEqual(invalidApiKey);
    expect(recordUse).not.toHaveBeenCalled();
  });

  it('delays no request, and is not sent again while it is pending', async () => {
    recordUse.mockReturnValue(new Promise(() => {}));
    for (const milliseconds of [0, 1_000, 60_000]) {
      advanceTime(milliseconds);
      expect(await verify()).toBe(id);
    }
    await verify(await issue('other'));
    expect(recordUse).toHaveBeenCalledTimes(2);
  });

  it('fails no request, and is repeated at the next check of the key', async () => {
    recordUse.mockRejectedValueOnce(failure);
    expect(await verify()).toBe(id);
    advanceTime(1_000);
    expect(await verify()).toBe(id);
    expect(await lastUsedAt()).toEqual(await keys.now());
  });
});
