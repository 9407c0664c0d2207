import { ApiKeySecret } from './api-key-secret.ts';
import { base62OfBytes } from './base62.ts';
import type { Cryptography } from './cryptography.ts';
import { KeyName } from './key-name.ts';

const publicIdEntropy = 9;
const publicIdLength = 13;

/** A key as the store knows it: who it is for and how to recognise it, never the secret. */
export class ApiKey {
  private constructor(
    /** Names the key in logs and commands; says nothing about the secret. */
    readonly publicId: string,
    readonly name: KeyName,
    readonly hint: string,
  ) {}

  /** A new key and its secret, which is shown once and kept nowhere. */
  static issue(name: KeyName, cryptography: Cryptography): { apiKey: ApiKey; secret: ApiKeySecret } {
    const secret = ApiKeySecret.of(cryptography.randomBytes(ApiKeySecret.entropy));
    const publicId = `key_${base62OfBytes(cryptography.randomBytes(publicIdEntropy), publicIdLength)}`;
    return { apiKey: new ApiKey(publicId, name, secret.hint), secret };
  }

  static restore(stored: { publicId: string; name: string; hint: string }): ApiKey {
    return new ApiKey(stored.publicId, KeyName.restore(stored.name), stored.hint);
  }
}
