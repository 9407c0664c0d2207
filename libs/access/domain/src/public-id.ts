import { InvalidKeyId } from './access.errors.ts';
import { base62OfBytes } from './base62.ts';
import type { Cryptography } from './cryptography.ts';

const prefix = 'key_';
const entropy = 9;
const digits = 13;
const form = new RegExp(`^${prefix}[0-9A-Za-z]{${digits}}$`);

/** Names a key in logs and commands; random, and says nothing about the secret. */
export function newPublicId(cryptography: Cryptography): string {
  return prefix + base62OfBytes(cryptography.randomBytes(entropy), digits);
}

/**
 * The id an operator names a key by. What is none is not shown again: it may be a secret that was pasted by mistake.
 * @throws InvalidKeyId
 */
export function publicIdOf(text: string): string {
  if (!form.test(text)) throw new InvalidKeyId(`${prefix} and ${digits} letters or digits`);
  return text;
}
