import { ApiKeyAlreadyRevoked, ReadOnlyApiKey } from './access.errors.ts';
import { ApiKeySecret } from './api-key-secret.ts';
import { newPublicId, type Expiry, type KeyName } from './api-key.value-objects.ts';
import type { Cryptography } from './platform.ts';

export const apiKeyAccessLevels = ['full', 'read-only'] as const;

/** What a key may do. A `read-only` key may call operations that read. A `full` key may call every operation. */
export type ApiKeyAccess = (typeof apiKeyAccessLevels)[number];

/** An `expired` or `revoked` key never works again. */
export type ApiKeyState = 'active' | 'expired' | 'revoked';

/** Snapshot of an ApiKey as plain values. All times are by the clock of the repository. */
export interface ApiKeySnapshot {
  readonly publicId: string;
  readonly name: string;
  /** The prefix of the secret. */
  readonly hint: string;
  /** SHA-256 of the secret in hexadecimal. A slow password hash would add no protection, because a secret has 256 random bits. */
  readonly secretHash: string;
  readonly access: ApiKeyAccess;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  /** Null if the key was never used. The true time of the last use is up to `ApiKey.lastUsedPrecision` later. */
  readonly lastUsedAt: Date | null;
}

/** A new key with its secret, which is shown once and not stored. */
export interface IssuedKey {
  readonly apiKey: ApiKey;
  readonly secret: ApiKeySecret;
}

/** An API key without its secret. Immutable: each change returns a new object. */
export class ApiKey {
  /** Minimum milliseconds between two writes of `lastUsedAt`. */
  static readonly lastUsedPrecision = 60_000;

  private constructor(private readonly values: ApiKeySnapshot) {}

  /** Creates a key with a random secret and a random public id. */
  static issue(
    name: KeyName,
    now: Date,
    expiry: Expiry | undefined,
    cryptography: Cryptography,
    access: ApiKeyAccess = 'full',
  ): IssuedKey {
    const secret = ApiKeySecret.generate(cryptography);
    const apiKey = new ApiKey({
      publicId: newPublicId(cryptography),
      name: name.text,
      hint: secret.prefix,
      secretHash: cryptography.hash('sha256', secret.text, 'hex'),
      createdAt: now,
      expiresAt: expiry?.at ?? null,
      revokedAt: null,
      lastUsedAt: null,
      access,
    });
    return { apiKey, secret };
  }

  static restore(stored: ApiKeySnapshot): ApiKey {
    return new ApiKey(stored);
  }

  /** Identifies the key in logs and commands. */
  get publicId(): string {
    return this.values.publicId;
  }

  /** @throws ReadOnlyApiKey if the key may only read */
  requireWriteAccess(): void {
    if (this.values.access === 'read-only') throw new ReadOnlyApiKey();
  }

  stateAt(now: Date): ApiKeyState {
    if (this.values.revokedAt) return 'revoked';
    return this.remainingLifetime(now) === 0 ? 'expired' : 'active';
  }

  /** Returns the milliseconds until the key stops working: 0 if it has stopped, Infinity if it does not expire. */
  remainingLifetime(now: Date): number {
    if (this.values.revokedAt) return 0;
    return Math.max(0, (this.values.expiresAt?.getTime() ?? Infinity) - now.getTime());
  }

  /** Revokes the key permanently. @throws ApiKeyAlreadyRevoked if it was revoked before */
  revoke(now: Date): ApiKey {
    const { publicId, revokedAt } = this.values;
    if (revokedAt) throw new ApiKeyAlreadyRevoked(publicId, revokedAt);
    return new ApiKey({ ...this.values, revokedAt: now });
  }

  /** Whether a use must be stored: none is stored yet, or the stored one is at least `lastUsedPrecision` old. */
  shouldRecordUse(now: Date): boolean {
    const { lastUsedAt } = this.values;
    return !lastUsedAt || now.getTime() - lastUsedAt.getTime() >= ApiKey.lastUsedPrecision;
  }

  snapshot(): ApiKeySnapshot {
    return this.values;
  }
}
