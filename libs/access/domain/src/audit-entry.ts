import type { ApiKey, ApiKeyAccess } from './api-key.ts';
import type { OperatorName } from './api-key.value-objects.ts';

/** Release 1.0.0 also wrote `rotated` and `pruned`. */
export const auditActions = ['issued', 'rotated', 'revoked', 'pruned'] as const;

export type AuditAction = (typeof auditActions)[number];

/**
 * A log entry: which operator did what to which key. It contains the name and the access of the key, because an operator may delete
 * the key from the table.
 */
export interface AuditEntry {
  /** By the clock of the repository. */
  readonly at: Date;
  readonly operator: string;
  readonly action: AuditAction;
  readonly publicId: string;
  readonly name: string;
  readonly access: ApiKeyAccess;
}

/** Returns a log entry without its time, which the repository adds. */
export function newAuditEntry(
  operator: OperatorName,
  action: 'issued' | 'revoked',
  apiKey: ApiKey,
): Omit<AuditEntry, 'at'> {
  const { publicId, name, access } = apiKey.snapshot();
  return { operator: operator.text, action, publicId, name, access };
}
