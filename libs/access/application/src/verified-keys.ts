import type { ApiKey } from '@petstore/access-domain';

interface Verified {
  readonly apiKey: ApiKey;
  /** By the process's own clock. */
  readonly until: number;
}

/** Keys that were found good a moment ago. No other ever comes in, so that a flood of wrong ones drives none out. */
export class VerifiedKeys {
  /** Milliseconds from the start of its check that a key is believed: revoked ones are refused after that everywhere. */
  static readonly longestBelief = 1_000;

  /** Some 5 MB; beyond it the key checked longest ago is asked for again. */
  static readonly capacity = 10_000;

  /** The one checked longest ago first. */
  private readonly byHash = new Map<string, Verified>();

  find(hash: string, now: number): ApiKey | undefined {
    const verified = this.byHash.get(hash);
    if (!verified || now < verified.until) return verified?.apiKey;
    this.byHash.delete(hash);
    return undefined;
  }

  /** @param usableFor milliseconds from the start of the check to the key's own end */
  remember(hash: string, apiKey: ApiKey, checkStarted: number, usableFor: number): void {
    this.byHash.delete(hash);
    for (const oldest of this.byHash.keys()) {
      if (this.byHash.size < VerifiedKeys.capacity) break;
      this.byHash.delete(oldest);
    }
    this.byHash.set(hash, { apiKey, until: checkStarted + Math.min(usableFor, VerifiedKeys.longestBelief) });
  }
}
