import { ApiKeyAlreadyRevoked, ApiKeyAlreadyRotated, ApiKeyExpired } from './access.errors.ts';
import { ApiKeySecret } from './api-key-secret.ts';
import type { Cryptography } from './cryptography.ts';
import { Duration } from './duration.ts';
import { Expiry } from './expiry.ts';
import { KeyName } from './key-name.ts';
import { newPublicId } from './public-id.ts';

/** `rotated` still works, until its grace ends; `expired` and `revoked` never do again. */
export type ApiKeyState = 'active' | 'rotated' | 'expired' | 'revoked';

/** A key's picture in plain values; all times are the store's. */
export interface ApiKeySnapshot {
  readonly publicId: string;
  readonly name: string;
  readonly hint: string;
  readonly createdAt: Date;
  readonly expiresAt: Date | undefined;
  readonly revokedAt: Date | undefined;
  /** Noted coarsely: the last use was at most `ApiKey.useIsNotedEvery` later. */
  readonly lastUsedAt: Date | undefined;
  /** The key that took its place. */
  readonly successorId: string | undefined;
}

/** A new key and its secret, which is shown once and kept nowhere. */
export interface IssuedKey {
  readonly apiKey: ApiKey;
  readonly secret: ApiKeySecret;
}

export interface RotatedKey extends IssuedKey {
  /** The old key, as it is from now on, and when it ends. */
  readonly retired: ApiKey;
  readonly endsAt: Date;
}

/** A key as the store knows it: who it is for, how to recognise it, how long it is good; never the secret. */
export class ApiKey {
  static readonly useIsNotedEvery = Duration.of('1m');

  private constructor(private readonly picture: ApiKeySnapshot) {}

  static issue(name: KeyName, now: Date, expiry: Expiry | undefined, cryptography: Cryptography): IssuedKey {
    const secret = ApiKeySecret.of(cryptography.randomBytes(ApiKeySecret.entropy));
    const apiKey = new ApiKey({
      publicId: newPublicId(cryptography),
      name: name.text,
      hint: secret.hint,
      createdAt: now,
      expiresAt: expiry?.at,
      revokedAt: undefined,
      lastUsedAt: undefined,
      successorId: undefined,
    });
    return { apiKey, secret };
  }

  static restore(stored: ApiKeySnapshot): ApiKey {
    return new ApiKey(stored);
  }

  /** Names the key in logs and commands. */
  get publicId(): string {
    return this.picture.publicId;
  }

  get name(): KeyName {
    return KeyName.restore(this.picture.name);
  }

  stateAt(now: Date): ApiKeyState {
    const { revokedAt, expiresAt, successorId } = this.picture;
    if (revokedAt) return 'revoked';
    if (expiresAt && expiresAt <= now) return 'expired';
    return successorId ? 'rotated' : 'active';
  }

  /** Milliseconds it may still be used for: 0 when it may not, infinitely many when it never expires. */
  usableFor(now: Date): number {
    if (this.picture.revokedAt) return 0;
    return Math.max(0, (this.picture.expiresAt?.getTime() ?? Infinity) - now.getTime());
  }

  /** For good. @throws ApiKeyAlreadyRevoked */
  revoke(now: Date): ApiKey {
    this.requireUnrevoked();
    return new ApiKey({ ...this.picture, revokedAt: now });
  }

  /**
   * A new key of the same name takes its place; the old one ends after the grace, or earlier if it was to. What was to
   * expire is followed by what lives as long.
   * @throws ApiKeyAlreadyRevoked
   * @throws ApiKeyExpired
   * @throws ApiKeyAlreadyRotated
   */
  rotate(now: Date, grace: Duration, cryptography: Cryptography): RotatedKey {
    this.requireUnrevoked();
    const { publicId, createdAt, expiresAt, successorId } = this.picture;
    if (expiresAt && expiresAt <= now) throw new ApiKeyExpired(publicId, expiresAt);
    if (successorId) throw new ApiKeyAlreadyRotated(publicId, successorId);
    const expiry = expiresAt && Expiry.after(Duration.between(createdAt, expiresAt), now);
    const { apiKey, secret } = ApiKey.issue(this.name, now, expiry, cryptography);
    const graceEnd = grace.after(now);
    const endsAt = expiresAt && expiresAt < graceEnd ? expiresAt : graceEnd;
    const retired = new ApiKey({ ...this.picture, expiresAt: endsAt, successorId: apiKey.publicId });
    return { apiKey, secret, retired, endsAt };
  }

  /** Whether the store's note of its last use is old enough to be worth a new one. */
  isUseWorthNotingAt(now: Date): boolean {
    const { lastUsedAt } = this.picture;
    return !lastUsedAt || ApiKey.useIsNotedEvery.after(lastUsedAt) <= now;
  }

  /** Whether it has been of no use for at least this long. */
  hasBeenDeadFor(age: Duration, now: Date): boolean {
    const ends = [this.picture.revokedAt, this.picture.expiresAt].filter((end) => end !== undefined);
    return ends.some((end) => age.after(end) <= now);
  }

  snapshot(): ApiKeySnapshot {
    return this.picture;
  }

  private requireUnrevoked(): void {
    const { publicId, revokedAt } = this.picture;
    if (revokedAt) throw new ApiKeyAlreadyRevoked(publicId, revokedAt);
  }
}
