import type { ApiKeyRepository, AuditedEntry } from '@petstore/access-domain';

export class ReadKeyLog {
  constructor(private readonly keys: ApiKeyRepository) {}

  /** What was done to keys, by whom and when, the oldest first. */
  execute(): Promise<AuditedEntry[]> {
    return this.keys.log();
  }
}
