import { InvalidApiKey, type IssuedKey } from '@petstore/access-domain';
import { CountingCryptography, SlowApiKeyRepository, SteadyClock } from '@petstore/access-domain/testing';
import { IssueKey } from './issue-key.ts';
import { RevokeKey } from './revoke-key.ts';
import { VerifyKey } from './verify-key.ts';

let keys: SlowApiKeyRepository;
let clock: SteadyClock;
let cryptography: CountingCryptography;
let verifyKey: VerifyKey;
let findByHash: jest.SpyInstance;

beforeEach(() => {
  [keys, clock, cryptography] = [new SlowApiKeyRepository(), new SteadyClock(), new CountingCryptography()];
  verifyKey = new VerifyKey(keys, cryptography, clock);
  findByHash = jest.spyOn(keys, 'findByHash');
});

const issue = (expires?: string) => new IssueKey(keys, cryptography).execute('till', 'zoë', expires);

/** For the service and for the store. */
function pass(milliseconds: number): void {
  clock.pass(milliseconds);
  keys.passTime(milliseconds);
}

/** The name of the key, or why there is none; `meanwhile` is what happens before the store answers. */
async function verify({ secret }: IssuedKey, meanwhile: () => unknown = () => {}): Promise<unknown> {
  const result = verifyKey.execute(secret.text).then(
    ({ apiKey }) => apiKey.name.text,
    (error: unknown) => error,
  );
  await meanwhile();
  keys.answer();
  return result;
}

const refused = new InvalidApiKey();

describe('a key that was found good', () => {
  it('is believed for a second, and then asked for again', async () => {
    const key = await issue();
    for (const milliseconds of [0, 0, 500, 499]) {
      pass(milliseconds);
      expect(await verify(key)).toBe('till');
      expect(findByHash).toHaveBeenCalledTimes(1);
    }
    pass(1);
    expect(await verify(key)).toBe('till');
    expect(findByHash).toHaveBeenCalledTimes(2);
  });

  it('is believed for a second from the start of the check, however late the store answers', async () => {
    const key = await issue();
    await verify(key, () => pass(700));
    pass(299);
    await verify(key);
    expect(findByHash).toHaveBeenCalledTimes(1);
    pass(1);
    await verify(key);
    expect(findByHash).toHaveBeenCalledTimes(2);
  });

  it('is not believed any more when the store took a second to answer', async () => {
    const key = await issue();
    expect(await verify(key, () => pass(1_000))).toBe('till');
    await verify(key);
    expect(findByHash).toHaveBeenCalledTimes(2);
  });

  it('is never believed past its end', async () => {
    const key = await issue('1s');
    pass(600);
    expect(await verify(key)).toBe('till');
    pass(399);
    expect(await verify(key)).toBe('till');
    expect(findByHash).toHaveBeenCalledTimes(1);
    pass(1);
    expect(await verify(key)).toEqual(refused);
  });

  it('is refused a second after it was revoked, and ever after', async () => {
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

  it('is refused a second after it was revoked, also when the store had told late that it was good', async () => {
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
  const failure = new Error('the store is away');

  it('a key is believed until its second is over, and no longer', async () => {
    const key = await issue();
    await verify(key);
    findByHash.mockRejectedValue(failure);
    pass(999);
    expect(await verify(key)).toBe('till');
    pass(1);
    expect(await verify(key)).toBe(failure);
  });

  it('nothing is remembered: the next request asks again', async () => {
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
