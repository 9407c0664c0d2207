import type { Actor } from './actor.ts';
import type { ApiKey } from './api-key.ts';

export const auditedActions = ['issued', 'rotated', 'revoked', 'pruned'] as const;

export type AuditedAction = (typeof auditedActions)[number];

/** A log entry: which actor did what to which key. It contains the key's name because it stays when the key is removed. */
export interface AuditEntry {
  readonly actor: string;
  readonly action: AuditedAction;
  readonly publicId: string;
  readonly name: string;
}

/** A stored log entry, with its time by the clock of the repository. */
export interface AuditedEntry extends AuditEntry {
  readonly at: Date;
}

export function audited(actor: Actor, action: AuditedAction, apiKey: ApiKey): AuditEntry {
  return { actor: actor.text, action, publicId: apiKey.publicId, name: apiKey.name.text };
}
