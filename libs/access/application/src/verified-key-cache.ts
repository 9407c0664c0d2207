import type { ApiKey } from '@petstore/access-domain';

/** An API key that was active or rotated when it was verified. */
export interface VerifiedKey {
  readonly id: string;
  readonly apiKey: ApiKey;
  /**
   * Verifies the key again, for a request whose body arrives long after its headers. Returns undefined if a check of the
   * key, by any request, started less than one second ago. Otherwise returns a promise.
   * @throws InvalidApiKey, as a rejection, if the key was revoked or has expired
   * @throws DomainError `service_unavailable`, as a rejection, if the repository is unavailable
   */
  readonly confirm: () => Promise<unknown> | undefined;
  /** @throws ReadOnlyApiKey if the key may only read */
  readonly requireWriteAccess: () => void;
}

class CachedKey {
  /** `expiresAt` and `refreshAt` are milliseconds of the monotonic clock. */
  constructor(
    readonly key: VerifiedKey,
    readonly expiresAt: number,
    private refreshAt: number,
  ) {}

  /**
   * Returns true for the first call after half of the lifetime. The caller must then start a background refresh, so
   * that requests with a key in constant use do not wait for the repository.
   * @param now milliseconds of the monotonic clock
   */
  startRefresh(now: number): boolean {
    if (now < this.refreshAt) return false;
    this.refreshAt = Infinity;
    return true;
  }
}

/** Cache of valid keys by hash. Invalid keys are never added, so that many of them cannot evict a valid key. */
export class VerifiedKeyCache {
  /** Maximum lifetime of an entry in milliseconds, from the start of its check. After it, every instance refuses a revoked key. */
  static readonly ttl = 1_000;

  /** Maximum number of keys (about 5 MB). A full cache evicts the key with the oldest check. */
  static readonly capacity = 10_000;

  /** In the order of the checks, oldest first. */
  private readonly entries = new Map<string, CachedKey>();

  /** @param now milliseconds of the monotonic clock */
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
   * @param remainingLifetime milliseconds from the start of the check until the key expires
   */
  set(hash: string, key: VerifiedKey, checkStarted: number, remainingLifetime: number): void {
    this.entries.delete(hash);
    if (this.entries.size >= VerifiedKeyCache.capacity) this.entries.delete(this.entries.keys().next().value!);
    const lifetime = Math.min(remainingLifetime, VerifiedKeyCache.ttl);
    this.entries.set(hash, new CachedKey(key, checkStarted + lifetime, checkStarted + lifetime / 2));
  }
}
