import type { ApiKeyRepository, AuditedEntry } from '@petstore/access-domain';

export class ReadKeyLog {
  constructor(private readonly keys: ApiKeyRepository) {}

  /** Returns all log entries, oldest first: which action, on which key, by whom, when. */
  execute(): Promise<AuditedEntry[]> {
    return this.keys.log();
  }
}
