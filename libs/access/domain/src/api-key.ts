import { ApiKeyAlreadyRevoked, ApiKeyAlreadyRotated, ApiKeyExpired, ReadOnlyApiKey } from './access.errors.ts';
import type { ApiKeyAccess } from './api-key-access.ts';
import { ApiKeySecret } from './api-key-secret.ts';
import type { Cryptography } from './cryptography.ts';
import { Duration } from './duration.ts';
import { Expiry } from './expiry.ts';
import { KeyName } from './key-name.ts';
import { newPublicId } from './public-id.ts';

/** A `rotated` key works until its grace period ends. An `expired` or `revoked` key never works again. */
export type ApiKeyState = 'active' | 'rotated' | 'expired' | 'revoked';

/** Snapshot of an ApiKey as plain values. All times are by the clock of the repository. */
export interface ApiKeySnapshot {
  readonly publicId: string;
  readonly name: string;
  /** The prefix of the secret. */
  readonly hint: string;
  readonly access: ApiKeyAccess;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  /** Null if the key was never used. The last use may be up to `ApiKey.lastUsedPrecision` later. */
  readonly lastUsedAt: Date | null;
  /** Public id of the key that replaced this one. */
  readonly successorId: string | null;
}

/** A new key and its secret, which is shown once. Only the hash of the secret is stored. */
export interface IssuedKey {
  readonly apiKey: ApiKey;
  readonly secret: ApiKeySecret;
  readonly secretHash: string;
}

export interface RotatedKey extends IssuedKey {
  /** The old key. It stops working at `endsAt`. */
  readonly retired: ApiKey;
  readonly endsAt: Date;
}

/** An API key without its secret. Immutable: each change returns a new object. */
export class ApiKey {
  /** Minimum time between two writes of `lastUsedAt`. */
  static readonly lastUsedPrecision = Duration.of('1m');

  private constructor(private readonly values: ApiKeySnapshot) {}

  /** Creates a key with a random secret and a random public id. Without an expiry it never expires. */
  static issue(
    name: KeyName,
    now: Date,
    expiry: Expiry | undefined,
    cryptography: Cryptography,
    access: ApiKeyAccess = 'full',
  ): IssuedKey {
    const secret = ApiKeySecret.of(cryptography.randomBytes(ApiKeySecret.entropy));
    const apiKey = new ApiKey({
      publicId: newPublicId(cryptography),
      name: name.text,
      hint: secret.prefix,
      access,
      createdAt: now,
      expiresAt: expiry?.at ?? null,
      revokedAt: null,
      lastUsedAt: null,
      successorId: null,
    });
    return { apiKey, secret, secretHash: cryptography.sha256(secret.text) };
  }

  static restore(stored: ApiKeySnapshot): ApiKey {
    return new ApiKey(stored);
  }

  /** Identifies the key in logs and commands. */
  get publicId(): string {
    return this.values.publicId;
  }

  get name(): KeyName {
    return KeyName.restore(this.values.name);
  }

  get access(): ApiKeyAccess {
    return this.values.access;
  }

  /** @throws ReadOnlyApiKey if the key may only read */
  requireWriteAccess(): void {
    if (this.values.access === 'read-only') throw new ReadOnlyApiKey();
  }

  stateAt(now: Date): ApiKeyState {
    const { revokedAt, expiresAt, successorId } = this.values;
    if (revokedAt) return 'revoked';
    if (expiresAt && expiresAt <= now) return 'expired';
    return successorId ? 'rotated' : 'active';
  }

  /** Returns the milliseconds until the key stops working: 0 if it has stopped, Infinity if it does not expire. */
  remainingLifetime(now: Date): number {
    if (this.values.revokedAt) return 0;
    return Math.max(0, (this.values.expiresAt?.getTime() ?? Infinity) - now.getTime());
  }

  /** Revokes the key permanently. @throws ApiKeyAlreadyRevoked if it was revoked before */
  revoke(now: Date): ApiKey {
    this.requireNotRevoked();
    return new ApiKey({ ...this.values, revokedAt: now });
  }

  /**
   * Replaces the key by a new one of the same name and access. The old key works until the grace period ends, or until its own expiry if
   * that is earlier. If the old key has an expiry, the new one gets the same lifetime.
   * @throws ApiKeyAlreadyRevoked if the key was revoked
   * @throws ApiKeyExpired if the key has expired
   * @throws ApiKeyAlreadyRotated if the key was rotated before
   */
  rotate(now: Date, grace: Duration, cryptography: Cryptography): RotatedKey {
    this.requireNotRevoked();
    const { publicId, createdAt, expiresAt, successorId, access } = this.values;
    if (expiresAt && expiresAt <= now) throw new ApiKeyExpired(publicId, expiresAt);
    if (successorId) throw new ApiKeyAlreadyRotated(publicId, successorId);
    const expiry = expiresAt ? Expiry.after(expiresAt.getTime() - createdAt.getTime(), now) : undefined;
    const issued = ApiKey.issue(this.name, now, expiry, cryptography, access);
    const graceEnd = grace.after(now);
    const endsAt = expiresAt && expiresAt < graceEnd ? expiresAt : graceEnd;
    const retired = new ApiKey({ ...this.values, expiresAt: endsAt, successorId: issued.apiKey.publicId });
    return { ...issued, retired, endsAt };
  }

  /** Returns true if no use is stored, or if the stored time is at least `lastUsedPrecision` old. */
  shouldRecordUse(now: Date): boolean {
    const { lastUsedAt } = this.values;
    return !lastUsedAt || ApiKey.lastUsedPrecision.after(lastUsedAt) <= now;
  }

  /** Returns whether the key expired or was revoked at least `age` ago. */
  hasBeenUnusableFor(age: Duration, now: Date): boolean {
    return [this.values.revokedAt, this.values.expiresAt].some((end) => end && age.after(end) <= now);
  }

  snapshot(): ApiKeySnapshot {
    return this.values;
  }

  private requireNotRevoked(): void {
    const { publicId, revokedAt } = this.values;
    if (revokedAt) throw new ApiKeyAlreadyRevoked(publicId, revokedAt);
  }
}
