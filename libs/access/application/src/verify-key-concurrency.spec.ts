import { ApiKeySecret, InvalidApiKey, type IssuedKey } from '@petstore/access-domain';
import { CountingCryptography, SlowApiKeyRepository, SteadyClock } from '@petstore/access-domain/testing';
import { IssueKey } from './issue-key.ts';
import { RevokeKey } from './revoke-key.ts';
import type { VerifiedKey } from './verified-key-cache.ts';
import { VerifyKey } from './verify-key.ts';

let keys: SlowApiKeyRepository;
let clock: SteadyClock;
let cryptography: CountingCryptography;
let verifyKey: VerifyKey;
let issued: IssuedKey;
let findByHash: jest.SpyInstance;

beforeEach(async () => {
  [keys, clock, cryptography] = [new SlowApiKeyRepository(), new SteadyClock(), new CountingCryptography()];
  verifyKey = new VerifyKey(keys, cryptography, clock);
  issued = await new IssueKey(keys, cryptography).execute('till', 'zoë', '2s');
  findByHash = jest.spyOn(keys, 'findByHash');
});

const verify = () => verifyKey.execute(issued.secret.text);

/** For the service and for the store. */
function pass(milliseconds: number): void {
  clock.pass(milliseconds);
  keys.passTime(milliseconds);
}

const fifty = <T>(work: () => T): T[] => Array.from({ length: 50 }, work);

describe('fifty who come with the same key at the same time', () => {
  it('share one question to the store, and its answer', async () => {
    const results = fifty(verify);
    keys.answer();
    const publicIds = (await Promise.all(results)).map(({ apiKey }) => apiKey.publicId);
    expect(publicIds).toEqual(fifty(() => issued.apiKey.publicId));
    expect(findByHash).toHaveBeenCalledTimes(1);
  });

  it('are refused by one question when it is wrong', async () => {
    const unknown = ApiKeySecret.of(cryptography.randomBytes(ApiKeySecret.entropy)).text;
    const results = fifty(() => verifyKey.execute(unknown));
    keys.answer();
    expect(await failures(results)).toEqual(fifty(() => new InvalidApiKey()));
    expect(findByHash).toHaveBeenCalledTimes(1);
  });

  it('learn together that the store fails, and those who come after ask again', async () => {
    const failure = new Error('the store is away');
    findByHash.mockRejectedValueOnce(failure);
    expect(new Set(await failures(fifty(verify)))).toEqual(new Set([failure]));
    const next = verify();
    keys.answer();
    await expect(next).resolves.toBeDefined();
    expect(findByHash).toHaveBeenCalledTimes(2);
  });
});

it('asks for two keys with two questions', async () => {
  const other = await new IssueKey(keys, cryptography).execute('other', 'zoë');
  const results = [verify(), verifyKey.execute(other.secret.text)];
  keys.answer();
  expect((await Promise.all(results)).map(({ apiKey }) => apiKey.name.text)).toEqual(['till', 'other']);
  expect(findByHash).toHaveBeenCalledTimes(2);
});

describe('a check that the store has not answered', () => {
  it('is joined until it is a second old, and then let go its own way', async () => {
    const results = [verify()];
    pass(999);
    results.push(verify());
    expect(findByHash).toHaveBeenCalledTimes(1);
    pass(1);
    results.push(verify());
    expect(findByHash).toHaveBeenCalledTimes(2);
    keys.answer();
    await expect(Promise.all(results)).resolves.toHaveLength(3);
  });

  it('does not keep those from being served who came when it was a second old', async () => {
    findByHash.mockReturnValueOnce(new Promise(() => {}));
    void verify();
    pass(1_000);
    const results = fifty(verify);
    keys.answer();
    await expect(Promise.all(results)).resolves.toHaveLength(50);
    expect(findByHash).toHaveBeenCalledTimes(2);
  });

  it('does not end the one that was begun after it', async () => {
    const first = verify();
    pass(1_000);
    const second = verify();
    keys.answer(1);
    await first;
    const third = verify();
    expect(findByHash).toHaveBeenCalledTimes(2);
    keys.answer();
    await expect(Promise.all([second, third])).resolves.toHaveLength(2);
  });

  it('makes nobody believe, when it is answered late, a key that was revoked meanwhile', async () => {
    const late = verify();
    pass(1_000);
    await new RevokeKey(keys).execute(issued.apiKey.publicId, 'zoë');
    keys.answer();
    await expect(late).resolves.toBeDefined();
    const next = verify();
    keys.answer();
    await expect(next).rejects.toThrow(InvalidApiKey);
  });

  it('lets nobody in who joined it when the key had ended', async () => {
    pass(1_500);
    const before = verify();
    pass(499);
    const just = verify();
    pass(1);
    const after = fifty(verify);
    keys.answer();
    await expect(Promise.all([before, just])).resolves.toHaveLength(2);
    keys.answer();
    expect(await failures(after)).toEqual(fifty(() => new InvalidApiKey()));
    expect(findByHash).toHaveBeenCalledTimes(2);
  });
});

function failures(results: readonly Promise<VerifiedKey>[]): Promise<unknown[]> {
  return Promise.all(
    results.map((result) =>
      result.then(
        () => 'let in',
        (error: unknown) => error,
      ),
    ),
  );
}
