import { InvalidApiKey, type IssuedKey } from '@petstore/access-domain';
import { FakeCryptography, InMemoryApiKeyRepository, FakeClock } from '@petstore/access-domain/testing';
import { IssueKey } from './issue-key.ts';
import { VerifyKey } from './verify-key.ts';

let keys: InMemoryApiKeyRepository;
let clock: FakeClock;
let cryptography: FakeCryptography;
let verifyKey: VerifyKey;
let issued: IssuedKey;
let noteUse: jest.SpyInstance;

beforeEach(async () => {
  [keys, clock, cryptography] = [new InMemoryApiKeyRepository(), new FakeClock(), new FakeCryptography()];
  verifyKey = new VerifyKey(keys, cryptography, clock);
  issued = await new IssueKey(keys, cryptography).execute('till', 'zoë', '1h');
  noteUse = jest.spyOn(keys, 'recordUse');
});

const verify = () => verifyKey.execute(issued.secret.text);

/** For the service and for the store. */
function pass(milliseconds: number): void {
  clock.advance(milliseconds);
  keys.advanceTime(milliseconds);
}

async function lastUsedAt(): Promise<Date | undefined> {
  const found = await keys.findByHash(cryptography.sha256(issued.secret.text));
  return found?.apiKey.snapshot().lastUsedAt;
}

/** All that is under way and waits for nothing outside comes to its end. */
const quiet = () => new Promise((resolve) => setImmediate(resolve));

it('is noted when a key is used for the first time, by the clock of the store', async () => {
  pass(5);
  await verify();
  await quiet();
  expect(noteUse.mock.calls).toEqual([[issued.apiKey.publicId]]);
  expect(await lastUsedAt()).toEqual(await keys.now());
});

it('is noted once a minute, however often the key is used', async () => {
  const noted = await keys.now();
  for (let second = 0; second < 60; second++) {
    await Promise.all([verify(), verify()]);
    await quiet();
    pass(1_000);
  }
  expect(noteUse).toHaveBeenCalledTimes(1);
  expect(await lastUsedAt()).toEqual(noted);
  await verify();
  await quiet();
  expect(noteUse).toHaveBeenCalledTimes(2);
  expect(await lastUsedAt()).toEqual(await keys.now());
});

it('is not noted again within a minute of what another instance noted', async () => {
  await keys.recordUse(issued.apiKey.publicId);
  pass(59_999);
  await verify();
  expect(noteUse).toHaveBeenCalledTimes(1);
  await new VerifyKey(keys, cryptography, clock).execute(issued.secret.text);
  expect(noteUse).toHaveBeenCalledTimes(1);
  pass(1_000);
  await verify();
  expect(noteUse).toHaveBeenCalledTimes(2);
});

it('is noted of each key by itself', async () => {
  const other = await new IssueKey(keys, cryptography).execute('other', 'zoë');
  noteUse.mockReturnValue(new Promise(() => {}));
  await verify();
  await verifyKey.execute(other.secret.text);
  expect(noteUse.mock.calls).toEqual([[issued.apiKey.publicId], [other.apiKey.publicId]]);
});

it('is not noted of a key that is refused', async () => {
  pass(3_600_000);
  await expect(verify()).rejects.toThrow(InvalidApiKey);
  expect(noteUse).not.toHaveBeenCalled();
});

describe('a note that the store does not answer', () => {
  it('is not waited for, and not made twice at the same time', async () => {
    noteUse.mockReturnValue(new Promise(() => {}));
    for (const milliseconds of [0, 1_000, 59_000, 60_000]) {
      pass(milliseconds);
      await expect(verify()).resolves.toBeDefined();
    }
    expect(noteUse).toHaveBeenCalledTimes(1);
  });

  it('is made again a minute after it was answered late', async () => {
    let answer = () => {};
    noteUse.mockReturnValueOnce(new Promise<void>((resolve) => (answer = resolve)));
    await verify();
    answer();
    await quiet();
    pass(60_000);
    await verify();
    expect(noteUse).toHaveBeenCalledTimes(2);
  });
});

describe('a note that the store refuses', () => {
  it('disturbs nobody', async () => {
    noteUse.mockRejectedValue(new Error('the store is away'));
    await expect(verify()).resolves.toBeDefined();
    // Jest fails the test in whose time a rejection is left alone.
    await quiet();
  });

  it('is made again when the key is asked for again', async () => {
    noteUse.mockRejectedValueOnce(new Error('the store is away'));
    await verify();
    await quiet();
    pass(1_000);
    await verify();
    await quiet();
    expect(noteUse).toHaveBeenCalledTimes(2);
    expect(await lastUsedAt()).toEqual(await keys.now());
  });
});
