import {
  ApiKeySecret,
  InvalidApiKey,
  type ApiKeyRepository,
  type Clock,
  type Cryptography,
} from '@petstore/access-domain';
import { Deadline } from '@petstore/kernel';
import { VerifiedKeyCache, type VerifiedKey } from './verified-key-cache.ts';

interface Check {
  /** Milliseconds of the monotonic clock. */
  readonly started: number;
  readonly result: Promise<VerifiedKey>;
}

/** Verifies the API key of a request. The store is asked about a valid key once a second, about a malformed key never. */
export class VerifyKey {
  private readonly cache = new VerifiedKeyCache();
  /** Checks that wait for the store, by hash. */
  private readonly checks = new Map<string, Check>();
  /** Public ids of the keys whose use is being recorded. */
  private readonly recording = new Set<string>();

  constructor(
    private readonly keys: ApiKeyRepository,
    private readonly cryptography: Cryptography,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns a cached key without a promise, because a promise on every request costs more than the hash and the look-up.
   * @param deadline of the request; concurrent requests with one key share a check, and the deadline of the first request
   * @throws InvalidApiKey, as a rejection, when the text is not a key that may be used now
   * @throws DomainError of kind unavailable, as a rejection, when the store cannot answer
   */
  execute(presented: string, deadline = Deadline.none): VerifiedKey | Promise<VerifiedKey> {
    const hash = this.cryptography.sha256(presented);
    const now = this.clock.monotonic();
    const cached = this.cache.get(hash, now);
    if (cached) {
      // A failed refresh is ignored: when the entry has expired, the next request repeats the check and gets the error.
      if (cached.startRefresh(now)) this.check(hash, now, Deadline.none).catch(() => undefined);
      return cached.key;
    }
    // Not before the look-up: the checksum takes about 3 µs, the hash 2 µs, and a malformed key is never in the cache.
    if (!ApiKeySecret.parse(presented)) return Promise.reject(new InvalidApiKey());
    return this.check(hash, now, deadline);
  }

  private confirm(hash: string, deadline: Deadline): Promise<VerifiedKey> | undefined {
    const now = this.clock.monotonic();
    return this.cache.get(hash, now) ? undefined : this.check(hash, now, deadline);
  }

  /** Joins a running check of the same key, unless that check is so old that its result may be outdated. */
  private check(hash: string, now: number, deadline: Deadline): Promise<VerifiedKey> {
    const running = this.checks.get(hash);
    if (running && now - running.started < VerifiedKeyCache.ttl) {
      // The key may have expired after the store read it and before this request arrived.
      return running.result.then(() => this.cache.get(hash, now)?.key ?? this.check(hash, now, deadline));
    }
    const check: Check = { started: now, result: this.readFromStore(hash, now, deadline) };
    this.checks.set(hash, check);
    const remove = () => this.checks.get(hash) === check && this.checks.delete(hash);
    check.result.then(remove, remove);
    return check.result;
  }

  private async readFromStore(hash: string, started: number, deadline: Deadline): Promise<VerifiedKey> {
    const found = await this.keys.findByHash(hash, deadline);
    const usableFor = found ? found.apiKey.usableFor(found.now) : 0;
    if (!found || usableFor === 0) {
      this.cache.delete(hash);
      throw new InvalidApiKey();
    }
    const { apiKey } = found;
    const verified: VerifiedKey = {
      id: apiKey.publicId,
      apiKey,
      confirm: (later = Deadline.none) => this.confirm(hash, later),
    };
    this.cache.set(hash, verified, started, usableFor);
    if (apiKey.shouldRecordUse(found.now)) this.recordUse(apiKey.publicId);
    return verified;
  }

  /** Does not delay the request. A failed write is ignored: the next check of the key repeats it. */
  private recordUse(publicId: string): void {
    if (this.recording.has(publicId)) return;
    this.recording.add(publicId);
    const done = () => this.recording.delete(publicId);
    this.keys.recordUse(publicId).then(done, done);
  }
}
