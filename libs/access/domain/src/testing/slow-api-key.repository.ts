import type { ApiKey } from '../api-key.ts';
import { InMemoryApiKeyRepository } from './in-memory-api-key.repository.ts';

/** The fake that finds what is there when it is asked, and answers when it is told to. */
export class SlowApiKeyRepository extends InMemoryApiKeyRepository {
  private readonly answers: (() => void)[] = [];

  override findByHash(secretHash: string): Promise<{ apiKey: ApiKey; now: Date } | undefined> {
    const found = super.findByHash(secretHash);
    return new Promise((resolve) => this.answers.push(() => resolve(found)));
  }

  /** Answers those who have waited longest. */
  answer(count = this.answers.length): void {
    for (const give of this.answers.splice(0, count)) give();
  }
}
