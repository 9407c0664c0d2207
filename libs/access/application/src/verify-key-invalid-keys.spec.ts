import { ApiKeySecret, InvalidApiKey } from '@petstore/access-domain';
import { FakeCryptography, InMemoryApiKeyRepository, FakeClock } from '@petstore/access-domain/testing';
import { IssueKey } from './issue-key.ts';
import { VerifyKey } from './verify-key.ts';

let keys: InMemoryApiKeyRepository;
let cryptography: FakeCryptography;
let verifyKey: VerifyKey;
let findByHash: jest.SpyInstance;

beforeEach(() => {
  [keys, cryptography] = [new InMemoryApiKeyRepository(), new FakeCryptography()];
  verifyKey = new VerifyKey(keys, cryptography, new FakeClock());
  findByHash = jest.spyOn(keys, 'findByHash');
});

it('an unknown key is not cached: it is accepted as soon as it is in the repository', async () => {
  const { apiKey, secret } = await new IssueKey(new InMemoryApiKeyRepository(), cryptography).execute(
    'checkout',
    'zoë',
  );
  await expect(verifyKey.execute(secret.text)).rejects.toThrow(InvalidApiKey);
  const entry = {
    actor: 'zoë',
    action: 'issued',
    publicId: apiKey.publicId,
    name: 'checkout',
    access: 'full',
  } as const;
  await keys.add(apiKey, cryptography.sha256(secret.text), entry);
  expect((await verifyKey.execute(secret.text)).apiKey).toBe(apiKey);
});

it('evicts no valid key, even when 20,000 unknown keys arrive at the same time, twice', async () => {
  const { secret } = await new IssueKey(keys, cryptography).execute('checkout', 'zoë');
  await verifyKey.execute(secret.text);
  const unknownSecrets = Array.from({ length: 20_000 }, (_, number) => secretOf(number + 1).text);
  for (const round of [1, 2]) {
    const outcomes = await Promise.allSettled(unknownSecrets.map((text) => verifyKey.execute(text)));
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused).toHaveLength(unknownSecrets.length);
    expect(refused.every(({ reason }) => reason instanceof InvalidApiKey)).toBe(true);
    // Every request called the repository: no result was cached, and no request joined a check that had ended.
    expect(findByHash).toHaveBeenCalledTimes(1 + round * unknownSecrets.length);
  }
  await verifyKey.execute(secret.text);
  expect(findByHash).toHaveBeenCalledTimes(1 + 2 * unknownSecrets.length);
});

/** Returns a different secret for each number. */
function secretOf(number: number): ApiKeySecret {
  const bytes = new Uint8Array(ApiKeySecret.entropy);
  new DataView(bytes.buffer).setUint32(0, number);
  return ApiKeySecret.of(bytes);
}
