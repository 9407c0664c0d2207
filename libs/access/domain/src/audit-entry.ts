import type { Actor } from './actor.ts';
import type { ApiKey } from './api-key.ts';

export const auditedActions = ['issued', 'rotated', 'revoked', 'pruned'] as const;

export type AuditedAction = (typeof auditedActions)[number];

/** A line of the log: who did what to which key. It outlives the key, so it has the name too. */
export interface AuditEntry {
  readonly actor: string;
  readonly action: AuditedAction;
  readonly publicId: string;
  readonly name: string;
}

/** The same with its moment, by the store's clock. */
export interface AuditedEntry extends AuditEntry {
  readonly at: Date;
}

export function audited(actor: Actor, action: AuditedAction, apiKey: ApiKey): AuditEntry {
  return { actor: actor.text, action, publicId: apiKey.publicId, name: apiKey.name.text };
}
