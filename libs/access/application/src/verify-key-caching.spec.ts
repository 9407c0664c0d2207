import { InvalidApiKey, type IssuedKey } from '@petstore/access-domain';
import { FakeCryptography, DelayedApiKeyRepository, FakeClock } from '@petstore/access-domain/testing';
import { IssueKey } from './issue-key.ts';
import { RevokeKey } from './revoke-key.ts';
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

const issue = (expires?: string) => new IssueKey(keys, cryptography).execute('till', 'zoë', expires);

/** Advances the clocks of the process and of the store. */
function pass(milliseconds: number): void {
  clock.advance(milliseconds);
  keys.advanceTime(milliseconds);
}

/**
 * Returns the name of the key, or the error.
 * @param beforeAnswer runs before the store answers
 */
async function verify({ secret }: IssuedKey, beforeAnswer: () => unknown = () => {}): Promise<unknown> {
  const verifying = verifyKey.execute(secret.text);
  await beforeAnswer();
  keys.release();
  try {
    return (await verifying).apiKey.name.text;
  } catch (error) {
    return error;
  } finally {
    // Lets a background check end.
    await new Promise(setImmediate);
  }
}

const isCached = ({ secret }: IssuedKey) => !(verifyKey.execute(secret.text) instanceof Promise);

const refused = new InvalidApiKey();

describe('a valid key', () => {
  it('is returned without a call to the store for half a second, then refreshed', async () => {
    const key = await issue();
    for (const milliseconds of [0, 0, 499]) {
      pass(milliseconds);
      expect(await verify(key)).toBe('till');
      expect(findByHash).toHaveBeenCalledTimes(1);
    }
    pass(1);
    expect(await verify(key)).toBe('till');
    expect(findByHash).toHaveBeenCalledTimes(2);
  });

  it.each([
    [0, true],
    [999, true],
    [1_000, false],
  ])('is cached for one second: after %i ms, %p', async (milliseconds, expected) => {
    const key = await issue();
    await verify(key);
    pass(milliseconds);
    expect(isCached(key)).toBe(expected);
  });

  it.each([
    [299, true],
    [300, false],
  ])('is cached for one second from the start of a check of 700 ms: %i ms after it, %p', async (later, expected) => {
    const key = await issue();
    await verify(key, () => pass(700));
    pass(later);
    expect(isCached(key)).toBe(expected);
  });

  it('is not cached when the store took one second to answer', async () => {
    const key = await issue();
    expect(await verify(key, () => pass(1_000))).toBe('till');
    await verify(key);
    expect(findByHash).toHaveBeenCalledTimes(2);
  });

  it('is not returned after it has expired', async () => {
    const key = await issue('1s');
    pass(600);
    expect(await verify(key)).toBe('till');
    pass(399);
    expect(await verify(key)).toBe('till');
    pass(1);
    expect(await verify(key)).toEqual(refused);
  });

  it('is refused from one second after it was revoked', async () => {
    const key = await issue();
    await verify(key);
    await new RevokeKey(keys).execute(key.apiKey.publicId, 'zoë');
    pass(999);
    expect(await verify(key)).toBe('till');
    for (const milliseconds of [1, 0, 1, 999, 1_000, 1_000_000]) {
      pass(milliseconds);
      expect(await verify(key)).toEqual(refused);
    }
  });

  it('is refused one second after it was revoked, also when the store had read it before and answered later', async () => {
    const key = await issue();
    await verify(key, async () => {
      await new RevokeKey(keys).execute(key.apiKey.publicId, 'zoë');
      pass(900);
    });
    pass(100);
    expect(await verify(key)).toEqual(refused);
  });
});

describe('when the store fails', () => {
  const failure = new Error('connection refused');

  it('a key stays cached for one second', async () => {
    const key = await issue();
    await verify(key);
    findByHash.mockRejectedValue(failure);
    pass(999);
    expect(await verify(key)).toBe('till');
    pass(1);
    expect(await verify(key)).toBe(failure);
  });

  it('nothing is cached: the next request calls the store again', async () => {
    const key = await issue();
    findByHash.mockRejectedValueOnce(failure);
    expect(await verify(key)).toBe(failure);
    expect(await verify(key)).toBe('till');
    findByHash.mockRejectedValueOnce(failure);
    pass(1_000);
    expect(await verify(key)).toBe(failure);
    await new RevokeKey(keys).execute(key.apiKey.publicId, 'zoë');
    expect(await verify(key)).toEqual(refused);
  });
});
