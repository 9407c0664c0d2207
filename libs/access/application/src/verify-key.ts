import {
  ApiKeySecret,
  InvalidApiKey,
  type ApiKeyRepository,
  type Clock,
  type Cryptography,
} from '@petstore/access-domain';
import { VerifiedKeyCache, type VerifiedKey } from './verified-key-cache.ts';

interface PendingCheck {
  /** Milliseconds of the monotonic clock. */
  readonly started: number;
  readonly result: Promise<VerifiedKey>;
}

/** Verifies the API key of a request. Reads a valid key from the repository at most twice a second, a malformed key never. */
export class VerifyKey {
  private readonly cache = new VerifiedKeyCache();
  /** By hash. */
  private readonly pendingChecks = new Map<string, PendingCheck>();
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
   * @throws DomainError `service_unavailable`, as a rejection, if the repository is unavailable
   */
  execute(presented: string): VerifiedKey | Promise<VerifiedKey> {
    const hash = this.cryptography.sha256(presented);
    const now = this.clock.monotonic();
    const cached = this.cache.get(hash, now);
    if (cached) {
      // A failed refresh is ignored, because the entry stays valid. After it has expired, the next request starts a check.
      if (cached.startRefresh(now)) this.joinOrStartCheck(hash, now).catch(() => undefined);
      return cached.key;
    }
    // The format is checked after the look-up in the cache: the checksum takes about 3 µs, and a cached key is well-formed.
    if (!ApiKeySecret.parse(presented)) return Promise.reject(new InvalidApiKey());
    return this.joinOrStartCheck(hash, now);
  }

  /** Implements `VerifiedKey.confirm`. */
  private confirm(hash: string): Promise<VerifiedKey> | undefined {
    const now = this.clock.monotonic();
    return this.cache.get(hash, now) ? undefined : this.joinOrStartCheck(hash, now);
  }

  /** Joins a pending check of the same key if it started less than `VerifiedKeyCache.ttl` ago. Otherwise starts a check. */
  private joinOrStartCheck(hash: string, now: number): Promise<VerifiedKey> {
    const pending = this.pendingChecks.get(hash);
    if (pending && now - pending.started < VerifiedKeyCache.ttl) {
      // The check starts again if the key expired after the repository read it and before this request arrived.
      return pending.result.then(() => this.cache.get(hash, now)?.key ?? this.joinOrStartCheck(hash, now));
    }
    const check: PendingCheck = { started: now, result: this.lookUp(hash, now) };
    this.pendingChecks.set(hash, check);
    const remove = () => this.pendingChecks.get(hash) === check && this.pendingChecks.delete(hash);
    check.result.then(remove, remove);
    return check.result;
  }

  private async lookUp(hash: string, started: number): Promise<VerifiedKey> {
    const found = await this.keys.findByHash(hash);
    const remainingLifetime = found ? found.apiKey.remainingLifetime(found.now) : 0;
    if (!found || remainingLifetime === 0) {
      this.cache.delete(hash);
      throw new InvalidApiKey();
    }
    const { apiKey } = found;
    const verified: VerifiedKey = {
      id: apiKey.publicId,
      apiKey,
      confirm: () => this.confirm(hash),
      requireWriteAccess: () => apiKey.requireWriteAccess(),
    };
    this.cache.set(hash, verified, started, remainingLifetime);
    if (apiKey.shouldRecordUse(found.now)) this.recordUse(apiKey.publicId);
    return verified;
  }

  /** Starts the write and does not wait for it. Ignores its failure, because the next check of the key repeats the write. */
  private recordUse(publicId: string): void {
    if (this.keysBeingRecorded.has(publicId)) return;
    this.keysBeingRecorded.add(publicId);
    const done = () => this.keysBeingRecorded.delete(publicId);
    this.keys.recordUse(publicId).then(done, done);
  }
}
