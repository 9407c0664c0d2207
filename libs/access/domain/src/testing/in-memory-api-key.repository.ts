import { ApiKeyNotFound } from '../access.errors.ts';
import { ApiKey } from '../api-key.ts';
import { ApiKeyRepository, type KeyChange, type NewApiKey } from '../api-key.repository.ts';
import type { AuditedEntry, AuditEntry } from '../audit-entry.ts';
import { issuedAt } from './issued-key.ts';

/** The fake: nothing kept beyond the process, and a clock that stands until it is moved. */
export class InMemoryApiKeyRepository extends ApiKeyRepository {
  private readonly keys = new Map<string, { apiKey: ApiKey; secretHash: string }>();
  private readonly entries: AuditedEntry[] = [];
  private isAddingFirst = false;
  private time = issuedAt;

  /** @param milliseconds how far the store's clock jumps */
  passTime(milliseconds: number): void {
    this.time = new Date(this.time.getTime() + milliseconds);
  }

  async now(): Promise<Date> {
    return this.time;
  }

  async add(apiKey: ApiKey, secretHash: string, entry: AuditEntry): Promise<void> {
    this.keep(apiKey, secretHash);
    this.enter([entry]);
  }

  async addFirst(make: (now: Date) => Promise<NewApiKey>): Promise<void> {
    if (this.isAddingFirst || this.entries.length > 0) return;
    this.isAddingFirst = true;
    try {
      const { apiKey, secretHash, entry } = await make(this.time);
      await this.add(apiKey, secretHash, entry);
    } finally {
      this.isAddingFirst = false;
    }
  }

  async change<Change extends KeyChange>(
    publicId: string,
    decide: (apiKey: ApiKey, now: Date) => Change,
  ): Promise<Change> {
    const kept = this.keys.get(publicId);
    if (!kept) throw new ApiKeyNotFound(publicId);
    const change = decide(kept.apiKey, this.time);
    if (change.successor) this.keep(change.successor.apiKey, change.successor.secretHash);
    this.keys.set(publicId, { ...kept, apiKey: change.changed });
    this.enter(change.entries);
    return change;
  }

  async findByHash(secretHash: string): Promise<{ apiKey: ApiKey; now: Date } | undefined> {
    const kept = [...this.keys.values()].find((key) => key.secretHash === secretHash);
    return kept && { apiKey: kept.apiKey, now: this.time };
  }

  async list(): Promise<ApiKey[]> {
    const createdAt = (apiKey: ApiKey) => apiKey.snapshot().createdAt.getTime();
    return [...this.keys.values()].map(({ apiKey }) => apiKey).sort((a, b) => createdAt(a) - createdAt(b));
  }

  async noteUse(publicId: string): Promise<void> {
    const kept = this.keys.get(publicId);
    const apiKey = kept && ApiKey.restore({ ...kept.apiKey.snapshot(), lastUsedAt: this.time });
    if (kept && apiKey) this.keys.set(publicId, { ...kept, apiKey });
  }

  async remove(entries: readonly AuditEntry[]): Promise<number> {
    const removed = entries.filter(({ publicId }) => this.keys.delete(publicId));
    this.enter(removed);
    return removed.length;
  }

  async log(): Promise<AuditedEntry[]> {
    return [...this.entries];
  }

  private keep(apiKey: ApiKey, secretHash: string): void {
    const isTaken = [...this.keys.values()].some((key) => key.secretHash === secretHash);
    if (isTaken) throw new Error(`another key has the hash ${secretHash}`);
    this.keys.set(apiKey.publicId, { apiKey, secretHash });
  }

  private enter(entries: readonly AuditEntry[]): void {
    this.entries.push(...entries.map((entry) => ({ ...entry, at: this.time })));
  }
}
