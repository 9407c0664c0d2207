import { ApiKey } from '../api-key.ts';
import type { ApiKeyRepository } from '../api-key.repository.ts';
import { KeyName } from '../key-name.ts';
import { CountingCryptography } from './counting-cryptography.ts';

/** What every ApiKeyRepository holds, each rule on an empty one: a sentence and a check that throws when it is broken. */
export const apiKeyRepositoryContract: Record<string, (keys: ApiKeyRepository) => Promise<void>> = {
  'finds a key by the hash it was added with, and by no other': async (keys) => {
    const cryptography = new CountingCryptography();
    const { apiKey } = ApiKey.issue(KeyName.of("O'Malley's till"), cryptography);
    const { apiKey: other } = ApiKey.issue(KeyName.of('other'), cryptography);
    await keys.add(apiKey, 'hash');
    await keys.add(other, 'other hash');
    expectSame(await keys.findUsable('hash'), apiKey);
    expectSame(await keys.findUsable('HASH'), undefined);
  },

  'knows whether it holds any key': async (keys) => {
    expectSame(await keys.hasAny(), false);
    await keys.add(ApiKey.issue(KeyName.of('first'), new CountingCryptography()).apiKey, 'hash');
    expectSame(await keys.hasAny(), true);
  },
};

function expectSame(actual: unknown, expected: unknown): void {
  const [seen, wanted] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (seen !== wanted) throw new Error(`expected ${wanted}\n     got ${seen}`);
}
