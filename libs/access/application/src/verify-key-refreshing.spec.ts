import { InvalidApiKey, type IssuedKey } from '@petstore/access-domain';
import { CountingCryptography, SlowApiKeyRepository, SteadyClock } from '@petstore/access-domain/testing';
import { IssueKey } from './issue-key.ts';
import { RevokeKey } from './revoke-key.ts';
import { VerifyKey } from './verify-key.ts';

let keys: SlowApiKeyRepository;
let clock: SteadyClock;
let verifyKey: VerifyKey;
let issued: IssuedKey;
let findByHash: jest.SpyInstance;

beforeEach(async () => {
  [keys, clock] = [new SlowApiKeyRepository(), new SteadyClock()];
  const cryptography = new CountingCryptography();
  verifyKey = new VerifyKey(keys, cryptography, clock);
  issued = await new IssueKey(keys, cryptography).execute('till', 'zoë');
  const verifying = verifyKey.execute(issued.secret.text);
  keys.answer();
  await verifying;
  findByHash = jest.spyOn(keys, 'findByHash');
});

const recall = () => verifyKey.recall(issued.secret.text)?.apiKey.name.text;
const flush = () => new Promise((resolve) => setImmediate(resolve));

async function answer(): Promise<void> {
  keys.answer();
  await flush();
}

it('checks a key in use again after half a second, once, and lets no request wait for it', async () => {
  clock.pass(499);
  expect(recall()).toBe('till');
  expect(findByHash).not.toHaveBeenCalled();
  clock.pass(1);
  expect([recall(), recall(), recall()]).toEqual(['till', 'till', 'till']);
  expect(findByHash).toHaveBeenCalledTimes(1);
  await answer();
  clock.pass(999);
  expect(recall()).toBe('till');
});

it('counts the second from the start of the check in the background', async () => {
  clock.pass(600);
  expect(recall()).toBe('till');
  clock.pass(300);
  await answer();
  clock.pass(699);
  expect(recall()).toBe('till');
  clock.pass(1);
  expect(recall()).toBeUndefined();
});

it('refuses a revoked key when the background check has found the revocation', async () => {
  await new RevokeKey(keys).execute(issued.apiKey.publicId, 'zoë');
  clock.pass(500);
  expect(recall()).toBe('till');
  await answer();
  expect(recall()).toBeUndefined();
  const verifying = verifyKey.execute(issued.secret.text);
  keys.answer();
  await expect(verifying).rejects.toThrow(InvalidApiKey);
});

it('keeps the key for its second when the check in the background fails, and does not repeat that check', async () => {
  findByHash.mockRejectedValue(new Error('the store is away'));
  clock.pass(500);
  expect(recall()).toBe('till');
  await flush();
  clock.pass(499);
  expect(recall()).toBe('till');
  expect(findByHash).toHaveBeenCalledTimes(1);
  clock.pass(1);
  expect(recall()).toBeUndefined();
});
