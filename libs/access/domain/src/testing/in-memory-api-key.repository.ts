import { ApiKeyNotFound } from '../access.errors.ts';
import { ApiKey } from '../api-key.ts';
import { ApiKeyRepository, type FoundKey, type KeyChange, type NewApiKey } from '../api-key.repository.ts';
import type { StoredAuditEntry, AuditEntry } from '../audit-entry.ts';
import { issuedAt } from './issued-key.ts';

/** Test double. Its clock starts at `issuedAt` and changes only by `advanceTime`. */
export class InMemoryApiKeyRepository extends ApiKeyRepository {
  private readonly keys = new Map<string, { apiKey: ApiKey; secretHash: string }>();
  private readonly entries: StoredAuditEntry[] = [];
  /** True while `create` of `addFirst` runs. */
  private isAddingFirst = false;
  private time = issuedAt;

  advanceTime(milliseconds: number): void {
    this.time = new Date(this.time.getTime() + milliseconds);
  }

  async now(): Promise<Date> {
    return this.time;
  }

  async add(apiKey: ApiKey, secretHash: string, entry: AuditEntry): Promise<void> {
    this.insert(apiKey, secretHash);
    this.appendToLog([entry]);
  }

  async addFirst(create: (now: Date) => Promise<NewApiKey>): Promise<void> {
    if (this.isAddingFirst || this.entries.length > 0) return;
    this.isAddingFirst = true;
    try {
      const { apiKey, secretHash, entry } = await create(this.time);
      await this.add(apiKey, secretHash, entry);
    } finally {
      this.isAddingFirst = false;
    }
  }

  async change<T extends KeyChange>(publicId: string, decide: (apiKey: ApiKey, now: Date) => T): Promise<T> {
    const stored = this.keys.get(publicId);
    if (!stored) throw new ApiKeyNotFound(publicId);
    const change = decide(stored.apiKey, this.time);
    if (change.successor) this.insert(change.successor.apiKey, change.successor.secretHash);
    this.keys.set(publicId, { ...stored, apiKey: change.changed });
    this.appendToLog(change.entries);
    return change;
  }

  async findByHash(secretHash: string): Promise<FoundKey | undefined> {
    const stored = [...this.keys.values()].find((key) => key.secretHash === secretHash);
    return stored && { apiKey: stored.apiKey, now: this.time };
  }

  async list(): Promise<ApiKey[]> {
    const createdAt = (apiKey: ApiKey) => apiKey.snapshot().createdAt.getTime();
    return [...this.keys.values()].map(({ apiKey }) => apiKey).sort((a, b) => createdAt(a) - createdAt(b));
  }

  async recordUse(publicId: string): Promise<void> {
    const stored = this.keys.get(publicId);
    const apiKey = stored && ApiKey.restore({ ...stored.apiKey.snapshot(), lastUsedAt: this.time });
    if (stored && apiKey) this.keys.set(publicId, { ...stored, apiKey });
  }

  async remove(entries: readonly AuditEntry[]): Promise<number> {
    const removed = entries.filter(({ publicId }) => this.keys.delete(publicId));
    this.appendToLog(removed);
    return removed.length;
  }

  async log(): Promise<StoredAuditEntry[]> {
    return [...this.entries];
  }

  private insert(apiKey: ApiKey, secretHash: string): void {
    const isTaken = [...this.keys.values()].some((key) => key.secretHash === secretHash);
    if (isTaken) throw new Error(`another key has the hash ${secretHash}`);
    this.keys.set(apiKey.publicId, { apiKey, secretHash });
  }

  private appendToLog(entries: readonly AuditEntry[]): void {
    this.entries.push(...entries.map((entry) => ({ ...entry, at: this.time })));
  }
}
