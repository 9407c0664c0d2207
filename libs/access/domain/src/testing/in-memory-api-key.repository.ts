import { ApiKeyNotFound } from '../access.errors.ts';
import { ApiKey, type HashedKey } from '../api-key.ts';
import { ApiKeyRepository, type FoundKey } from '../api-key.repository.ts';
import { newAuditEntry, type Actor, type AuditEntry } from '../audit-entry.ts';
import { issuedAt } from './issued-key.ts';

/** Test double. Its clock starts at `issuedAt` and changes only by `advanceTime`. */
export class InMemoryApiKeyRepository extends ApiKeyRepository {
  private readonly keys = new Map<string, HashedKey>();
  private readonly entries: AuditEntry[] = [];
  /** True while `issue` of `addFirst` runs. */
  private isAddingFirst = false;
  private time = issuedAt;

  advanceTime(milliseconds: number): void {
    this.time = new Date(this.time.getTime() + milliseconds);
  }

  async now(): Promise<Date> {
    return this.time;
  }

  async add({ apiKey, secretHash }: HashedKey, actor: Actor): Promise<void> {
    if (this.withHash(secretHash)) throw new Error(`another key has the hash ${secretHash}`);
    this.keys.set(apiKey.publicId, { apiKey, secretHash });
    this.entries.push({ ...newAuditEntry(actor, 'issued', apiKey), at: this.time });
  }

  async addFirst(issue: (now: Date) => Promise<HashedKey>, actor: Actor): Promise<void> {
    if (this.isAddingFirst || this.entries.length > 0) return;
    this.isAddingFirst = true;
    try {
      await this.add(await issue(this.time), actor);
    } finally {
      this.isAddingFirst = false;
    }
  }

  async revoke(publicId: string, actor: Actor): Promise<void> {
    const stored = this.keys.get(publicId);
    if (!stored) throw new ApiKeyNotFound(publicId);
    const apiKey = stored.apiKey.revoke(this.time);
    this.keys.set(publicId, { ...stored, apiKey });
    this.entries.push({ ...newAuditEntry(actor, 'revoked', apiKey), at: this.time });
  }

  async findByHash(secretHash: string): Promise<FoundKey | undefined> {
    const stored = this.withHash(secretHash);
    return stored && { apiKey: stored.apiKey, now: this.time };
  }

  async list(): Promise<ApiKey[]> {
    const createdAt = (apiKey: ApiKey) => apiKey.snapshot().createdAt.getTime();
    return [...this.keys.values()].map(({ apiKey }) => apiKey).sort((a, b) => createdAt(a) - createdAt(b));
  }

  async recordUse(publicId: string): Promise<void> {
    const stored = this.keys.get(publicId);
    const apiKey = stored && ApiKey.restore({ ...stored.apiKey.snapshot(), lastUsedAt: this.time });
    if (apiKey) this.keys.set(publicId, { ...stored, apiKey });
  }

  async log(): Promise<AuditEntry[]> {
    return [...this.entries];
  }

  private withHash(secretHash: string): HashedKey | undefined {
    return [...this.keys.values()].find((key) => key.secretHash === secretHash);
  }
}
