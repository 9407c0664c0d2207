import { InvalidApiKey, type IssuedKey } from '@petstore/access-domain';
import { FakeCryptography, InMemoryApiKeyRepository, FakeClock } from '@petstore/access-domain/testing';
import { IssueKey } from './issue-key.ts';
import { VerifyKey } from './verify-key.ts';

let keys: InMemoryApiKeyRepository;
let clock: FakeClock;
let cryptography: FakeCryptography;
let verifyKey: VerifyKey;
let issued: IssuedKey;
let recordUse: jest.SpyInstance;

beforeEach(async () => {
  [keys, clock, cryptography] = [new InMemoryApiKeyRepository(), new FakeClock(), new FakeCryptography()];
  verifyKey = new VerifyKey(keys, cryptography, clock);
  issued = await new IssueKey(keys, cryptography).execute('till', 'zoë', '1h');
  recordUse = jest.spyOn(keys, 'recordUse');
});

const verify = async () => verifyKey.execute(issued.secret.text);

/** Advances the clocks of the process and of the store. */
function pass(milliseconds: number): void {
  clock.advance(milliseconds);
  keys.advanceTime(milliseconds);
}

async function lastUsedAt(): Promise<Date | null | undefined> {
  const found = await keys.findByHash(cryptography.sha256(issued.secret.text));
  return found?.apiKey.snapshot().lastUsedAt;
}

/** Runs all pending microtasks. */
const flush = () => new Promise((resolve) => setImmediate(resolve));

it('is recorded on the first use, by the clock of the store', async () => {
  pass(5);
  await verify();
  await flush();
  expect(recordUse.mock.calls).toEqual([[issued.apiKey.publicId]]);
  expect(await lastUsedAt()).toEqual(await keys.now());
});

it('is recorded once a minute', async () => {
  const recorded = await keys.now();
  for (let second = 0; second < 60; second++) {
    await Promise.all([verify(), verify()]);
    await flush();
    pass(1_000);
  }
  expect(recordUse).toHaveBeenCalledTimes(1);
  expect(await lastUsedAt()).toEqual(recorded);
  await verify();
  await flush();
  expect(recordUse).toHaveBeenCalledTimes(2);
  expect(await lastUsedAt()).toEqual(await keys.now());
});

it('is not recorded within a minute of a record by another instance', async () => {
  await keys.recordUse(issued.apiKey.publicId);
  pass(59_999);
  await verify();
  expect(recordUse).toHaveBeenCalledTimes(1);
  await new VerifyKey(keys, cryptography, clock).execute(issued.secret.text);
  expect(recordUse).toHaveBeenCalledTimes(1);
  pass(1_000);
  await verify();
  expect(recordUse).toHaveBeenCalledTimes(2);
});

it('is recorded for each key separately', async () => {
  const other = await new IssueKey(keys, cryptography).execute('other', 'zoë');
  recordUse.mockReturnValue(new Promise(() => {}));
  await verify();
  await verifyKey.execute(other.secret.text);
  expect(recordUse.mock.calls).toEqual([[issued.apiKey.publicId], [other.apiKey.publicId]]);
});

it('is not recorded for a refused key', async () => {
  pass(3_600_000);
  await expect(verify()).rejects.toThrow(InvalidApiKey);
  expect(recordUse).not.toHaveBeenCalled();
});

describe('a record that the store does not confirm', () => {
  it('does not delay requests and is not sent again while it is pending', async () => {
    recordUse.mockReturnValue(new Promise(() => {}));
    for (const milliseconds of [0, 1_000, 59_000, 60_000]) {
      pass(milliseconds);
      await expect(verify()).resolves.toBeDefined();
    }
    expect(recordUse).toHaveBeenCalledTimes(1);
  });

  it('is sent again a minute later once it was confirmed', async () => {
    let answer = () => {};
    recordUse.mockReturnValueOnce(new Promise<void>((resolve) => (answer = resolve)));
    await verify();
    answer();
    await flush();
    pass(60_000);
    await verify();
    expect(recordUse).toHaveBeenCalledTimes(2);
  });
});

describe('a record that fails', () => {
  it('does not fail the request', async () => {
    recordUse.mockRejectedValue(new Error('connection refused'));
    await expect(verify()).resolves.toBeDefined();
    // Jest fails a test that leaves an unhandled rejection.
    await flush();
  });

  it('is sent again with the next check', async () => {
    recordUse.mockRejectedValueOnce(new Error('connection refused'));
    await verify();
    await flush();
    pass(1_000);
    await verify();
    await flush();
    expect(recordUse).toHaveBeenCalledTimes(2);
    expect(await lastUsedAt()).toEqual(await keys.now());
  });
});
