import { ApiKeyNotFound } from '../access.errors.ts';
import { ApiKey } from '../api-key.ts';
import { ApiKeyRepository, type FoundKey, type KeyChange, type NewApiKey } from '../api-key.repository.ts';
import type { AuditEntry, StoredAuditEntry } from '../audit-entry.ts';
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

  async add({ apiKey, secretHash, entry }: NewApiKey): Promise<void> {
    const isTaken = [...this.keys.values()].some((key) => key.secretHash === secretHash);
    if (isTaken) throw new Error(`another key has the hash ${secretHash}`);
    this.keys.set(apiKey.publicId, { apiKey, secretHash });
    this.appendToLog(entry);
  }

  async addFirst(create: (now: Date) => Promise<NewApiKey>): Promise<void> {
    if (this.isAddingFirst || this.entries.length > 0) return;
    this.isAddingFirst = true;
    try {
      await this.add(await create(this.time));
    } finally {
      this.isAddingFirst = false;
    }
  }

  async change(publicId: string, decide: (apiKey: ApiKey, now: Date) => KeyChange): Promise<void> {
    const stored = this.keys.get(publicId);
    if (!stored) throw new ApiKeyNotFound(publicId);
    const { changed, entry } = decide(stored.apiKey, this.time);
    this.keys.set(publicId, { ...stored, apiKey: changed });
    this.appendToLog(entry);
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

  async log(): Promise<StoredAuditEntry[]> {
    return [...this.entries];
  }

  private appendToLog(entry: AuditEntry): void {
    this.entries.push({ ...entry, at: this.time });
  }
}
