import { InvalidValue } from '@petstore/kernel';
import { base62OfBytes } from './base62.ts';
import type { Cryptography } from './cryptography.ts';

const prefix = 'key_';
const entropy = 9;
const digits = 13;
const format = new RegExp(`^${prefix}[0-9A-Za-z]{${digits}}$`);

/** A random identifier of a key for logs and commands. It does not depend on the secret. */
export function newPublicId(cryptography: Cryptography): string {
  return prefix + base62OfBytes(cryptography.randomBytes(entropy), digits);
}

/**
 * Checks the format of a public id.
 * @throws InvalidValue `invalid_key_id`, without the text: it may be a secret that the operator pasted by mistake
 */
export function parsePublicId(text: string): string {
  if (format.test(text)) return text;
  throw new InvalidValue('invalid_key_id', 'the id of a key', text, `${prefix} and ${digits} letters or digits`);
}
