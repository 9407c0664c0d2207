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

it('is not cached: a key is accepted as soon as it is in the store', async () => {
  const { apiKey, secret } = await new IssueKey(new InMemoryApiKeyRepository(), cryptography).execute('till', 'zoë');
  await expect(verifyKey.execute(secret.text)).rejects.toThrow(InvalidApiKey);
  const entry = { actor: 'zoë', action: 'issued', publicId: apiKey.publicId, name: 'till' } as const;
  await keys.add(apiKey, cryptography.sha256(secret.text), entry);
  expect((await verifyKey.execute(secret.text)).apiKey).toBe(apiKey);
});

it('evicts no valid key, even when 20,000 unknown keys arrive at the same time, twice', async () => {
  const { secret } = await new IssueKey(keys, cryptography).execute('till', 'zoë');
  await verifyKey.execute(secret.text);
  const wrong = Array.from({ length: 20_000 }, (_, number) => secretOf(number + 1).text);
  for (const round of [1, 2]) {
    const outcomes = await Promise.allSettled(wrong.map((text) => verifyKey.execute(text)));
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused).toHaveLength(wrong.length);
    expect(refused.every(({ reason }) => reason instanceof InvalidApiKey)).toBe(true);
    // Each caused a call: none was cached, and none joined a check that had ended.
    expect(findByHash).toHaveBeenCalledTimes(1 + round * wrong.length);
  }
  await verifyKey.execute(secret.text);
  expect(findByHash).toHaveBeenCalledTimes(1 + 2 * wrong.length);
});

/** A different secret for each number. */
function secretOf(number: number): ApiKeySecret {
  const bytes = new Uint8Array(ApiKeySecret.entropy);
  new DataView(bytes.buffer).setUint32(0, number);
  return ApiKeySecret.of(bytes);
}
