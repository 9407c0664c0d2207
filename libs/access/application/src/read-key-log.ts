import type { ApiKeyRepository, StoredAuditEntry } from '@petstore/access-domain';

export class ReadKeyLog {
  constructor(private readonly keys: ApiKeyRepository) {}

  /** Returns all log entries, the oldest first. Each has the time, the actor, the action and the key. */
  execute(): Promise<StoredAuditEntry[]> {
    return this.keys.log();
  }
}
