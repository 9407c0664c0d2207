import type { ApiKey } from '@petstore/access-domain';
import type { Deadline } from '@petstore/kernel';

/** A key that was verified. */
export interface VerifiedKey {
  readonly apiKey: ApiKey;
  /**
   * Verifies the key again, for a request that takes time. The store is asked only if the latest check of the key, by any
   * request, began a second ago or earlier; otherwise the result is there at once.
   * @throws InvalidApiKey when the key was revoked or has expired
   * @throws DomainError of kind unavailable when the store cannot tell
   */
  readonly confirm: (deadline?: Deadline) => VerifiedKey | Promise<VerifiedKey>;
}

interface Entry {
  readonly key: VerifiedKey;
  /** By the process's own clock. */
  readonly until: number;
  /** From when on a request has the key checked again in the background; Infinity once that was begun. */
  refreshFrom: number;
}

/** Keys that were found good a moment ago. No other ever comes in, so that a flood of wrong ones drives none out. */
export class VerifiedKeys {
  /** Milliseconds from the start of its check that a key is believed: revoked ones are refused after that everywhere. */
  static readonly longestBelief = 1_000;

  /** Some 5 MB; beyond it the key checked longest ago is asked for again. */
  static readonly capacity = 10_000;

  /** The one checked longest ago first. */
  private readonly byHash = new Map<string, Entry>();

  find(hash: string, now: number): VerifiedKey | undefined {
    const entry = this.byHash.get(hash);
    if (!entry || now < entry.until) return entry?.key;
    this.byHash.delete(hash);
    return undefined;
  }

  /**
   * Whether to check the key again before it has to be: half of its time is over, and this is the first to ask since. So the
   * requests with a busy key do not all wait for the store once a second.
   */
  beginRefresh(hash: string, now: number): boolean {
    const entry = this.byHash.get(hash);
    if (!entry || now < entry.refreshFrom) return false;
    entry.refreshFrom = Infinity;
    return true;
  }

  forget(hash: string): void {
    this.byHash.delete(hash);
  }

  /** @param usableFor milliseconds from the start of the check to the key's own end */
  remember(hash: string, key: VerifiedKey, checkStarted: number, usableFor: number): void {
    this.byHash.delete(hash);
    for (const oldest of this.byHash.keys()) {
      if (this.byHash.size < VerifiedKeys.capacity) break;
      this.byHash.delete(oldest);
    }
    const time = Math.min(usableFor, VerifiedKeys.longestBelief);
    this.byHash.set(hash, { key, until: checkStarted + time, refreshFrom: checkStarted + time / 2 });
  }
}
