import type { Actor } from './actor.ts';
import type { ApiKeyAccess } from './api-key-access.ts';
import type { ApiKey } from './api-key.ts';

export const auditActions = ['issued', 'rotated', 'revoked', 'pruned'] as const;

export type AuditAction = (typeof auditActions)[number];

/** A log entry: which actor did what to which key. It contains the name and the access of the key, because it
 * outlives the key. */
export interface AuditEntry {
  readonly actor: string;
  readonly action: AuditAction;
  readonly publicId: string;
  readonly name: string;
  readonly access: ApiKeyAccess;
}

/** A stored log entry, with its time by the clock of the repository. */
export interface StoredAuditEntry extends AuditEntry {
  readonly at: Date;
}

export function newAuditEntry(actor: Actor, action: AuditAction, apiKey: ApiKey): AuditEntry {
  return { actor: actor.text, action, publicId: apiKey.publicId, name: apiKey.name.text, access: apiKey.access };
}
