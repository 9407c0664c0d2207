import {
  ApiKeySecret,
  InvalidApiKey,
  type ApiKey,
  type ApiKeyRepository,
  type Clock,
  type Cryptography,
} from '@petstore/access-domain';
import { VerifiedKeys } from './verified-keys.ts';

interface Check {
  readonly started: number;
  readonly result: Promise<ApiKey>;
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
  recall(presented: string): ApiKey | undefined {
    return this.verified.find(this.cryptography.sha256(presented), this.clock.monotonic());
  }

  /**
   * @throws InvalidApiKey when the text is no key that may be used now
   * @throws DomainError of kind unavailable when the store cannot tell
   */
  async execute(presented: string): Promise<ApiKey> {
    if (!ApiKeySecret.parse(presented)) throw new InvalidApiKey();
    const hash = this.cryptography.sha256(presented);
    const now = this.clock.monotonic();
    return this.verified.find(hash, now) ?? this.check(hash, now);
  }

  /** Joins the check that is under way, unless it has been for so long that its answer may be too old. */
  private check(hash: string, now: number): Promise<ApiKey> {
    const running = this.checks.get(hash);
    if (running && now - running.started < VerifiedKeys.longestBelief) {
      // The key may have ended before this request came, and after the store was asked.
      return running.result.then(() => this.verified.find(hash, now) ?? this.check(hash, now));
    }
    const check: Check = { started: now, result: this.askStore(hash, now) };
    this.checks.set(hash, check);
    const forget = () => this.checks.get(hash) === check && this.checks.delete(hash);
    check.result.then(forget, forget);
    return check.result;
  }

  private async askStore(hash: string, started: number): Promise<ApiKey> {
    const found = await this.keys.findByHash(hash);
    const usableFor = found ? found.apiKey.usableFor(found.now) : 0;
    if (!found || usableFor === 0) throw new InvalidApiKey();
    this.verified.remember(hash, found.apiKey, started, usableFor);
    if (found.apiKey.isUseWorthNotingAt(found.now)) this.noteUse(found.apiKey.publicId);
    return found.apiKey;
  }

  /** Beside the request, which does not wait for it; a note that fails is lost and harms nothing. */
  private noteUse(publicId: string): void {
    if (this.noting.has(publicId)) return;
    this.noting.add(publicId);
    const done = () => this.noting.delete(publicId);
    this.keys.noteUse(publicId).then(done, done);
  }
}
