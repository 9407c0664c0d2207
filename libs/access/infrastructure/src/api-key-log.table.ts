import { auditActions, type StoredAuditEntry, type AuditEntry } from '@petstore/access-domain';
import { EntitySchema } from 'typeorm';
import { accessCheck } from './access-check.ts';

/** A row of the table `api_key_log`. The table has no foreign key, because log entries outlive their keys. */
export interface ApiKeyLogRow extends StoredAuditEntry {
  readonly id: string;
}

export const apiKeyLogTable = new EntitySchema<ApiKeyLogRow>({
  name: 'api_key_log',
  columns: {
    id: {
      type: 'bigint',
      primary: true,
      primaryKeyConstraintName: 'api_key_log_pkey',
      // TypeORM supports this strategy, but the types of EntitySchema do not list it.
      generated: 'identity' as 'increment',
    },
    at: { type: 'timestamptz', default: () => 'clock_timestamp()' },
    actor: { type: 'text' },
    action: { type: 'text' },
    publicId: { name: 'public_id', type: 'text' },
    name: { type: 'text' },
    access: { type: 'text', default: 'full' },
  },
  checks: [
    { name: 'api_key_log_action_check', expression: `action IN ('${auditActions.join("', '")}')` },
    accessCheck('api_key_log'),
  ],
});

/** Copies the entries, because TypeORM adds generated values to the objects that it inserts. */
export function toLogRows(entries: readonly AuditEntry[]): AuditEntry[] {
  return entries.map((entry) => ({ ...entry }));
}

/** Omits the ids of the rows. */
export function toStoredEntries(rows: readonly ApiKeyLogRow[]): StoredAuditEntry[] {
  return rows.map(({ at, actor, action, publicId, name, access }) => ({ at, actor, action, publicId, name, access }));
}
