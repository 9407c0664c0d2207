import type { FoundKey } from '../api-key.repository.ts';
import { InMemoryApiKeyRepository } from './in-memory-api-key.repository.ts';

/** Looks up keys immediately, but returns the results only when the test calls `release`. */
export class DelayedApiKeyRepository extends InMemoryApiKeyRepository {
  private readonly pending: (() => void)[] = [];

  override findByHash(secretHash: string): Promise<FoundKey | undefined> {
    const found = super.findByHash(secretHash);
    return new Promise((resolve) => this.pending.push(() => resolve(found)));
  }

  /** Resolves the oldest `count` pending look-ups, by default all. */
  release(count = this.pending.length): void {
    for (const resolve of this.pending.splice(0, count)) resolve();
  }
}
