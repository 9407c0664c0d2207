import {
  ApiKeySecret,
  InvalidApiKey,
  type ApiKeyRepository,
  type Clock,
  type Cryptography,
} from '@petstore/access-domain';
import type { Transaction } from '@petstore/kernel';

/** An API key that was active when it was verified. */
export interface VerifiedKey {
  readonly id: string;
  /**
   * Verifies the key again, for a request that has waited since: for its body, a lock or a connection. Returns undefined if that is not
   * needed, because some request has started a check of the key less than one second ago. Otherwise returns a promise that rejects as that
   * of `VerifyKey.execute`.
   * @param transaction whose connection the check uses
   */
  readonly verifyAgain: (transaction?: Transaction) => Promise<unknown> | undefined;
  /** @throws ReadOnlyApiKey */
  readonly requireWriteAccess: () => void;
}

/** A valid key in the cache. Times are milliseconds of the monotonic clock. */
interface CachedKey extends VerifiedKey {
  readonly expiresAt: number;
  /** When the next request must start a background refresh. Infinity after it was started. */
  refreshAt: number;
}

/**
 * Verifies the API key of a request. Reads a valid key from the repository at most twice a second, a malformed key never.
 *
 * - A valid key is cached for `ttl` from the start of its check, and never past its expiry. After that time, every instance refuses
 *   a revoked key.
 * - After half of that time, the next request starts a background refresh, so that requests with a key in constant use do not wait
 *   for the repository.
 * - An invalid key is not cached, so that many of them cannot evict a valid key.
 */
export class VerifyKey {
  /** Maximum lifetime of a cached key, in milliseconds. */
  static readonly ttl = 1_000;

  /** Maximum number of cached keys (about 5 MB). A full cache evicts the key with the oldest check. */
  static readonly capacity = 10_000;

  /** By hash, in the order of the checks, oldest first. */
  private readonly cache = new Map<string, CachedKey>();
  /** The checks that are running, by hash. */
  private readonly checks = new Map<string, Promise<VerifiedKey>>();
  /** Public ids of the keys whose `recordUse` is pending. */
  private readonly keysBeingRecorded = new Set<string>();

  constructor(
    private readonly keys: ApiKeyRepository,
    private readonly cryptography: Cryptography,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns a cached key without a promise, because a promise costs more than the hash and the look-up in the cache.
   * Concurrent requests with one key share a check. The caller limits its wait.
   * @throws InvalidApiKey, as a rejection, if the text is not a key, or if the key is unknown, revoked or expired
   * @throws DomainError `service_unavailable`, as a rejection
   */
  execute(presented: string): VerifiedKey | Promise<VerifiedKey> {
    const hash = this.cryptography.hash('sha256', presented, 'hex');
    const now = this.clock.now();
    const cached = this.findCached(hash, now);
    if (!cached) {
      // The format is checked after the look-up in the cache: the checksum takes time, and a cached key is well-formed.
      if (!ApiKeySecret.isValid(presented, this.cryptography)) return Promise.reject(new InvalidApiKey());
      return this.joinOrStartCheck(hash, now);
    }
    if (now >= cached.refreshAt) {
      cached.refreshAt = Infinity;
      // A failed refresh is ignored, because the entry stays valid. After it has expired, the next request starts a check.
      this.joinOrStartCheck(hash, now).catch(() => undefined);
    }
    return cached;
  }

  /** @param now milliseconds of the monotonic clock when the request arrived */
  private joinOrStartCheck(hash: string, now: number): Promise<VerifiedKey> {
    const pending = this.checks.get(hash);
    if (pending) {
      // If the result of that check had expired before this request arrived, this request needs another check.
      return pending.then(() => this.findCached(hash, now) ?? this.joinOrStartCheck(hash, now));
    }
    const check = this.check(hash, now).finally(() => this.checks.delete(hash));
    this.checks.set(hash, check);
    return check;
  }

  private async check(hash: string, started: number, transaction?: Transaction): Promise<VerifiedKey> {
    const found = await this.keys.findByHash(hash, transaction);
    const remainingLifetime = found ? found.apiKey.remainingLifetime(found.now) : 0;
    this.cache.delete(hash);
    if (!found || remainingLifetime === 0) throw new InvalidApiKey();
    if (this.cache.size >= VerifyKey.capacity) this.cache.delete(this.cache.keys().next().value!);
    const { apiKey, now } = found;
    const lifetime = Math.min(remainingLifetime, VerifyKey.ttl);
    const key: CachedKey = {
      id: apiKey.publicId,
      verifyAgain: (transaction) => this.verifyAgain(hash, transaction),
      requireWriteAccess: () => apiKey.requireWriteAccess(),
      expiresAt: started + lifetime,
      refreshAt: started + lifetime / 2,
    };
    this.cache.set(hash, key);
    if (apiKey.shouldRecordUse(now)) this.recordUse(key.id);
    return key;
  }

  private findCached(hash: string, now: number): CachedKey | undefined {
    const cached = this.cache.get(hash);
    return cached && now < cached.expiresAt ? cached : undefined;
  }

  private verifyAgain(hash: string, transaction?: Transaction): Promise<VerifiedKey> | undefined {
    const now = this.clock.now();
    if (this.findCached(hash, now)) return undefined;
    // A check that is running can wait for the connection that the transaction occupies.
    return transaction ? this.check(hash, now, transaction) : this.joinOrStartCheck(hash, now);
  }

  /** Starts the write and does not wait for it. Ignores its failure, because the next check of the key repeats the write. */
  private recordUse(publicId: string): void {
    if (this.keysBeingRecorded.has(publicId)) return;
    this.keysBeingRecorded.add(publicId);
    const done = () => this.keysBeingRecorded.delete(publicId);
    this.keys.recordUse(publicId).then(done, done);
  }
}
