import type { ApiKey } from '@petstore/access-domain';
import type { Deadline } from '@petstore/kernel';

/** An API key that may be used now. */
export interface VerifiedKey {
  readonly id: string;
  readonly apiKey: ApiKey;
  /**
   * Verifies the key again, for a request that takes time. Returns undefined if a check of the key, by any request, started
   * less than one second ago; otherwise a promise.
   * @throws InvalidApiKey when the key was revoked or has expired
   * @throws DomainError of kind unavailable when the store cannot answer
   */
  readonly confirm: (deadline?: Deadline) => Promise<unknown> | undefined;
}

class CachedKey {
  /** The times are milliseconds of the monotonic clock. */
  constructor(
    readonly key: VerifiedKey,
    readonly expiresAt: number,
    private refreshAt: number,
  ) {}

  /**
   * Returns true once, to the first call after half of the lifetime. The caller then checks the key in the background, so
   * that requests with a key in use do not wait for the store once a second.
   */
  startRefresh(now: number): boolean {
    if (now < this.refreshAt) return false;
    this.refreshAt = Infinity;
    return true;
  }
}

/** Cache of valid keys by hash. Invalid keys are never added, so that a flood of them evicts no valid key. */
export class VerifiedKeyCache {
  /** Milliseconds from the start of a check. Every instance refuses a revoked key after this time. */
  static readonly ttl = 1_000;

  /** About 5 MB. A full cache evicts the key with the oldest check. */
  static readonly capacity = 10_000;

  /** In the order of the checks, oldest first. */
  private readonly entries = new Map<string, CachedKey>();

  get(hash: string, now: number): CachedKey | undefined {
    const entry = this.entries.get(hash);
    if (!entry || now < entry.expiresAt) return entry;
    this.entries.delete(hash);
    return undefined;
  }

  delete(hash: string): void {
    this.entries.delete(hash);
  }

  /**
   * @param checkStarted milliseconds of the monotonic clock
   * @param usableFor milliseconds from the start of the check until the key expires
   */
  set(hash: string, key: VerifiedKey, checkStarted: number, usableFor: number): void {
    this.entries.delete(hash);
    if (this.entries.size >= VerifiedKeyCache.capacity) this.entries.delete(this.entries.keys().next().value!);
    const lifetime = Math.min(usableFor, VerifiedKeyCache.ttl);
    this.entries.set(hash, new CachedKey(key, checkStarted + lifetime, checkStarted + lifetime / 2));
  }
}
