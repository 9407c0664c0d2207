import { ApiKeySecret, InvalidApiKey, type IssuedKey } from '@petstore/access-domain';
import { FakeCryptography, DelayedApiKeyRepository, FakeClock } from '@petstore/access-domain/testing';
import { IssueKey } from './issue-key.ts';
import { RevokeKey } from './revoke-key.ts';
import type { VerifiedKey } from './verified-key-cache.ts';
import { VerifyKey } from './verify-key.ts';

let keys: DelayedApiKeyRepository;
let clock: FakeClock;
let cryptography: FakeCryptography;
let verifyKey: VerifyKey;
let issued: IssuedKey;
let findByHash: jest.SpyInstance;

beforeEach(async () => {
  [keys, clock, cryptography] = [new DelayedApiKeyRepository(), new FakeClock(), new FakeCryptography()];
  verifyKey = new VerifyKey(keys, cryptography, clock);
  issued = await new IssueKey(keys, cryptography).execute('checkout', 'zoë', '2s');
  findByHash = jest.spyOn(keys, 'findByHash');
});

const verify = async () => verifyKey.execute(issued.secret.text);

/** Advances the clocks of the process and of the repository. */
function advanceTime(milliseconds: number): void {
  clock.advance(milliseconds);
  keys.advanceTime(milliseconds);
}

const fifty = <T>(create: () => T): T[] => Array.from({ length: 50 }, create);

describe('fifty concurrent requests with the same key', () => {
  it('share one call to the repository', async () => {
    const results = fifty(verify);
    keys.release();
    const publicIds = (await Promise.all(results)).map(({ apiKey }) => apiKey.publicId);
    expect(publicIds).toEqual(fifty(() => issued.apiKey.publicId));
    expect(findByHash).toHaveBeenCalledTimes(1);
  });

  it('are refused after one call to the repository if the key is unknown', async () => {
    const unknown = ApiKeySecret.of(cryptography.randomBytes(ApiKeySecret.entropy)).text;
    const results = fifty(async () => verifyKey.execute(unknown));
    keys.release();
    expect(await failures(results)).toEqual(fifty(() => new InvalidApiKey()));
    expect(findByHash).toHaveBeenCalledTimes(1);
  });

  it('all fail with the error of the repository, and the next request calls the repository again', async () => {
    const failure = new Error('connection refused');
    findByHash.mockRejectedValueOnce(failure);
    expect(new Set(await failures(fifty(verify)))).toEqual(new Set([failure]));
    const next = verify();
    keys.release();
    await expect(next).resolves.toBeDefined();
    expect(findByHash).toHaveBeenCalledTimes(2);
  });
});

it('calls the repository once for each key', async () => {
  const other = await new IssueKey(keys, cryptography).execute('other', 'zoë');
  const results = [verify(), verifyKey.execute(other.secret.text)];
  keys.release();
  expect((await Promise.all(results)).map(({ apiKey }) => apiKey.name.text)).toEqual(['checkout', 'other']);
  expect(findByHash).toHaveBeenCalledTimes(2);
});

describe('a pending check', () => {
  it('is joined by other requests until it is one second old', async () => {
    const results = [verify()];
    advanceTime(999);
    results.push(verify());
    expect(findByHash).toHaveBeenCalledTimes(1);
    advanceTime(1);
    results.push(verify());
    expect(findByHash).toHaveBeenCalledTimes(2);
    keys.release();
    await expect(Promise.all(results)).resolves.toHaveLength(3);
  });

  it('does not delay requests that arrive one second after its start', async () => {
    findByHash.mockReturnValueOnce(new Promise(() => {}));
    void verify();
    advanceTime(1_000);
    const results = fifty(verify);
    keys.release();
    await expect(Promise.all(results)).resolves.toHaveLength(50);
    expect(findByHash).toHaveBeenCalledTimes(2);
  });

  it('keeps a newer check of the same key pending when it ends', async () => {
    const first = verify();
    advanceTime(1_000);
    const second = verify();
    keys.release(1);
    await first;
    const third = verify();
    expect(findByHash).toHaveBeenCalledTimes(2);
    keys.release();
    await expect(Promise.all([second, third])).resolves.toHaveLength(2);
  });

  it('adds no key to the cache if it took one second or longer', async () => {
    const late = verify();
    advanceTime(1_000);
    await new RevokeKey(keys).execute(issued.apiKey.publicId, 'zoë');
    keys.release();
    await expect(late).resolves.toBeDefined();
    const next = verify();
    keys.release();
    await expect(next).rejects.toThrow(InvalidApiKey);
  });

  it('is repeated for requests that joined it after the key had expired', async () => {
    advanceTime(1_500);
    const before = verify();
    advanceTime(499);
    const lastValid = verify();
    advanceTime(1);
    const after = fifty(verify);
    keys.release();
    await expect(Promise.all([before, lastValid])).resolves.toHaveLength(2);
    keys.release();
    expect(await failures(after)).toEqual(fifty(() => new InvalidApiKey()));
    expect(findByHash).toHaveBeenCalledTimes(2);
  });
});

/** Returns the error of each rejected result, and `accepted` for the others. */
function failures(results: readonly Promise<VerifiedKey>[]): Promise<unknown[]> {
  return Promise.all(
    results.map((result) =>
      result.then(
        () => 'accepted',
        (error: unknown) => error,
      ),
    ),
  );
}
