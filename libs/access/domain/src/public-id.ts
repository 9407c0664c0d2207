import { InvalidValue } from '@petstore/kernel';
import { bytesToBase62 } from './base62.ts';
import type { Cryptography } from './platform.ts';

const prefix = 'key_';
const randomByteCount = 9;
/** Base62 digits of 9 bytes. */
const digitCount = 13;
const format = new RegExp(`^${prefix}[0-9A-Za-z]{${digitCount}}$`);

/** Creates a random public id, which identifies a key in logs and commands. It does not depend on the secret. */
export function newPublicId(cryptography: Cryptography): string {
  return prefix + bytesToBase62(cryptography.randomBytes(randomByteCount), digitCount);
}

/**
 * Validates the format of a public id and returns it.
 * @throws InvalidValue `invalid_key_id` if the format is wrong. The error does not contain the text, because an operator may
 * have pasted a secret by mistake.
 */
export function parsePublicId(text: string): string {
  if (format.test(text)) return text;
  throw new InvalidValue('invalid_key_id', 'the id of a key', text, `${prefix} and ${digitCount} letters or digits`);
}
