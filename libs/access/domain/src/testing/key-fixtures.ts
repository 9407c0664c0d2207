import { Actor } from '../actor.ts';
import type { ApiKey } from '../api-key.ts';
import type { ApiKeyRepository } from '../api-key.repository.ts';
import { newAuditEntry } from '../audit-entry.ts';
import { FakeCryptography } from './fake-cryptography.ts';
import { issuedKey } from './issued-key.ts';

/** The actor of the log entries of `addKey` and `addKeys`. */
export const actor = Actor.of('zoë');

/** Adds keys with these names, in this order. The hash of each key is its name. The public ids differ. */
export async function addKeys(keys: ApiKeyRepository, ...names: string[]): Promise<ApiKey[]> {
  const cryptography = new FakeCryptography();
  const added = names.map((name) => issuedKey(name, cryptography).apiKey);
  for (const apiKey of added) await addKey(keys, apiKey);
  return added;
}

/** Adds the key with a log entry `issued`. */
export function addKey(keys: ApiKeyRepository, apiKey: ApiKey, hash = apiKey.name.text): Promise<void> {
  return keys.add(apiKey, hash, newAuditEntry(actor, 'issued', apiKey));
}

/** Returns the log entries as text, without times. */
export async function logLines(keys: ApiKeyRepository): Promise<string[]> {
  return (await keys.log()).map(({ actor: actorName, action, name }) => `${actorName} ${action} ${name}`);
}
