import { Actor } from '../actor.ts';
import type { ApiKey } from '../api-key.ts';
import type { ApiKeyRepository } from '../api-key.repository.ts';
import { audited } from '../audit-entry.ts';
import { CountingCryptography } from './counting-cryptography.ts';
import { issuedKey } from './issued-key.ts';

/** Who adds them. */
export const actor = Actor.of('zoë');

/** Keys of these names, added in this order, each under its name as its hash; each has a public id of its own. */
export async function addKeys(keys: ApiKeyRepository, ...names: string[]): Promise<ApiKey[]> {
  const cryptography = new CountingCryptography();
  const added = names.map((name) => issuedKey(name, cryptography).apiKey);
  for (const apiKey of added) await addKey(keys, apiKey);
  return added;
}

export function addKey(keys: ApiKeyRepository, apiKey: ApiKey, hash = apiKey.name.text): Promise<void> {
  return keys.add(apiKey, hash, audited(actor, 'issued', apiKey));
}

/** What the log holds, without the times. */
export async function deeds(keys: ApiKeyRepository): Promise<string[]> {
  return (await keys.log()).map(({ actor: by, action, name }) => `${by} ${action} ${name}`);
}
