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
  issued = await new IssueKey(keys, cryptography).execute('checkout', 'zoë', '1h');
  recordUse = jest.spyOn(keys, 'recordUse');
});

const verify = async () => verifyKey.execute(issued.secret.text);

/** Advances the clocks of the process and of the repository. */
function advanceTime(milliseconds: number): void {
  clock.advance(milliseconds);
  keys.advanceTime(milliseconds);
}

async function lastUsedAt(): Promise<Date | null | undefined> {
  const found = await keys.findByHash(cryptography.sha256(issued.secret.text));
  return found?.apiKey.snapshot().lastUsedAt;
}

/** Lets all pending microtasks run. */
const flush = () => new Promise((resolve) => setImmediate(resolve));

it('the first use is recorded with the time of the repository', async () => {
  advanceTime(5);
  await verify();
  await flush();
  expect(recordUse.mock.calls).toEqual([[issued.apiKey.publicId]]);
  expect(await lastUsedAt()).toEqual(await keys.now());
});

it('the use is recorded once a minute', async () => {
  const recorded = await keys.now();
  for (let second = 0; second < 60; second++) {
    await Promise.all([verify(), verify()]);
    await flush();
    advanceTime(1_000);
  }
  expect(recordUse).toHaveBeenCalledTimes(1);
  expect(await lastUsedAt()).toEqual(recorded);
  await verify();
  await flush();
  expect(recordUse).toHaveBeenCalledTimes(2);
  expect(await lastUsedAt()).toEqual(await keys.now());
});

it('the use is not recorded within a minute after another instance recorded it', async () => {
  await keys.recordUse(issued.apiKey.publicId);
  advanceTime(59_999);
  await verify();
  expect(recordUse).toHaveBeenCalledTimes(1);
  await new VerifyKey(keys, cryptography, clock).execute(issued.secret.text);
  expect(recordUse).toHaveBeenCalledTimes(1);
  advanceTime(1_000);
  await verify();
  expect(recordUse).toHaveBeenCalledTimes(2);
});

it('the use is recorded for each key separately', async () => {
  const other = await new IssueKey(keys, cryptography).execute('other', 'zoë');
  recordUse.mockReturnValue(new Promise(() => {}));
  await verify();
  await verifyKey.execute(other.secret.text);
  expect(recordUse.mock.calls).toEqual([[issued.apiKey.publicId], [other.apiKey.publicId]]);
});

it('the use of a refused key is not recorded', async () => {
  advanceTime(3_600_000);
  await expect(verify()).rejects.toThrow(InvalidApiKey);
  expect(recordUse).not.toHaveBeenCalled();
});

describe('while the repository has not confirmed a record', () => {
  it('requests are not delayed, and the record is not sent again', async () => {
    recordUse.mockReturnValue(new Promise(() => {}));
    for (const milliseconds of [0, 1_000, 59_000, 60_000]) {
      advanceTime(milliseconds);
      await expect(verify()).resolves.toBeDefined();
    }
    expect(recordUse).toHaveBeenCalledTimes(1);
  });

  it('the next record waits; one minute after the confirmation it is sent', async () => {
    let confirmRecord = () => {};
    recordUse.mockReturnValueOnce(new Promise<void>((resolve) => (confirmRecord = resolve)));
    await verify();
    confirmRecord();
    await flush();
    advanceTime(60_000);
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

  it('is repeated at the next check of the key', async () => {
    recordUse.mockRejectedValueOnce(new Error('connection refused'));
    await verify();
    await flush();
    advanceTime(1_000);
    await verify();
    await flush();
    expect(recordUse).toHaveBeenCalledTimes(2);
    expect(await lastUsedAt()).toEqual(await keys.now());
  });
});
