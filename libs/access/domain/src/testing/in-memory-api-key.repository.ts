import { ApiKey } from '../api-key.ts';
import { ApiKeyRepository, type FoundKey } from '../api-key.repository.ts';
import type { OperatorName } from '../api-key.value-objects.ts';
import { newAuditEntry, type AuditEntry } from '../audit-entry.ts';
import { issuedAt } from './issued-key.ts';

/** Test double. Its clock starts at `issuedAt` and changes only by `advanceTime`. */
export class InMemoryApiKeyRepository extends ApiKeyRepository {
  private readonly keys = new Map<string, ApiKey>();
  private readonly entries: AuditEntry[] = [];
  private time = issuedAt;

  advanceTime(milliseconds: number): void {
    this.time = new Date(this.time.getTime() + milliseconds);
  }

  async now(): Promise<Date> {
    return this.time;
  }

  async add(apiKey: ApiKey, operator: OperatorName): Promise<void> {
    this.keys.set(apiKey.publicId, apiKey);
    this.entries.push({ ...newAuditEntry(operator, 'issued', apiKey), at: this.time });
  }

  async claimFirst(): Promise<boolean> {
    return this.entries.length === 0;
  }

  async lock(publicId: string): Promise<ApiKey | undefined> {
    return this.keys.get(publicId);
  }

  async revoke(revoked: ApiKey, operator: OperatorName): Promise<void> {
    this.keys.set(revoked.publicId, revoked);
    this.entries.push({ ...newAuditEntry(operator, 'revoked', revoked), at: this.time });
  }

  async findByHash(secretHash: string): Promise<FoundKey | undefined> {
    const apiKey = [...this.keys.values()].find((each) => each.snapshot().secretHash === secretHash);
    return apiKey && { apiKey, now: this.time };
  }

  async list(): Promise<ApiKey[]> {
    const createdAt = (apiKey: ApiKey) => apiKey.snapshot().createdAt.getTime();
    return [...this.keys.values()].sort((a, b) => createdAt(a) - createdAt(b));
  }

  async recordUse(publicId: string): Promise<void> {
    const stored = this.keys.get(publicId)?.snapshot();
    if (stored) this.keys.set(publicId, ApiKey.restore({ ...stored, lastUsedAt: this.time }));
  }

  async log(): Promise<AuditEntry[]> {
    return [...this.entries];
  }
}
