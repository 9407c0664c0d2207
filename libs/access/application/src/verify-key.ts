import {
  ApiKeySecret,
  InvalidApiKey,
  type ApiKeyRepository,
  type Clock,
  type Cryptography,
} from '@petstore/access-domain';
import { Deadline } from '@petstore/kernel';
import { VerifiedKeys, type VerifiedKey } from './verified-key-cache.ts';

interface Check {
  readonly started: number;
  readonly result: Promise<VerifiedKey>;
}

/** Asked on every request: the store hears of a key once a second, and never of a malformed one. */
export class VerifyKey {
  private readonly verified = new VerifiedKeys();
  /** Those the store has not answered yet, by hash. */
  private readonly checks = new Map<string, Check>();
  private readonly noting = new Set<string>();

  constructor(
    private readonly keys: ApiKeyRepository,
    private readonly cryptography: Cryptography,
    private readonly clock: Clock,
  ) {}

  /** The key, if it was found good a moment ago; of any other it says nothing. */
  recall(presented: string): VerifiedKey | undefined {
    const [hash, now] = [this.cryptography.sha256(presented), this.clock.monotonic()];
    const key = this.verified.find(hash, now);
    // Its failure is that of the request that needs the result.
    if (key && this.verified.beginRefresh(hash, now)) this.check(hash, now, Deadline.none).catch(() => undefined);
    return key;
  }

  /**
   * @param deadline of the request; requests that come while a check runs share it, and the deadline of the first
   * @throws InvalidApiKey when the text is no key that may be used now
   * @throws DomainError of kind unavailable when the store cannot tell
   */
  async execute(presented: string, deadline = Deadline.none): Promise<VerifiedKey> {
    if (!ApiKeySecret.parse(presented)) throw new InvalidApiKey();
    return this.verify(this.cryptography.sha256(presented), deadline);
  }

  private verify(hash: string, deadline: Deadline): VerifiedKey | Promise<VerifiedKey> {
    const now = this.clock.monotonic();
    return this.verified.find(hash, now) ?? this.check(hash, now, deadline);
  }

  /** Joins the check that is under way, unless it has been for so long that its answer may be too old. */
  private check(hash: string, now: number, deadline: Deadline): Promise<VerifiedKey> {
    const running = this.checks.get(hash);
    if (running && now - running.started < VerifiedKeys.longestBelief) {
      // The key may have ended before this request came, and after the store was asked.
      return running.result.then(() => this.verified.find(hash, now) ?? this.check(hash, now, deadline));
    }
    const check: Check = { started: now, result: this.askStore(hash, now, deadline) };
    this.checks.set(hash, check);
    const forget = () => this.checks.get(hash) === check && this.checks.delete(hash);
    check.result.then(forget, forget);
    return check.result;
  }

  private async askStore(hash: string, started: number, deadline: Deadline): Promise<VerifiedKey> {
    const found = await this.keys.findByHash(hash, deadline);
    const usableFor = found ? found.apiKey.usableFor(found.now) : 0;
    if (!found || usableFor === 0) {
      this.verified.forget(hash);
      throw new InvalidApiKey();
    }
    const { apiKey } = found;
    const verified: VerifiedKey = { apiKey, confirm: (by = Deadline.none) => this.verify(hash, by) };
    this.verified.remember(hash, verified, started, usableFor);
    if (apiKey.isUseWorthNotingAt(found.now)) this.noteUse(apiKey.publicId);
    return verified;
  }

  /** Beside the request, which does not wait for it; a note that fails is lost and harms nothing. */
  private noteUse(publicId: string): void {
    if (this.noting.has(publicId)) return;
    this.noting.add(publicId);
    const done = () => this.noting.delete(publicId);
    this.keys.noteUse(publicId).then(done, done);
  }
}
