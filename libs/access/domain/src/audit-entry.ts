import { PrintableText } from '@petstore/kernel';
import type { ApiKey, ApiKeyAccess } from './api-key.ts';

/** Release 1.0.0 also wrote `rotated` and `pruned`. */
export const auditActions = ['issued', 'rotated', 'revoked', 'pruned'] as const;

export type AuditAction = (typeof auditActions)[number];

/** The name of the person or program that issues or revokes a key, as the key log shows it. */
export class Actor extends PrintableText {
  /** @throws InvalidValue `invalid_actor` unless the text is `allowed` */
  static of(text: string): Actor {
    return new Actor(Actor.require('invalid_actor', 'the name of the actor', text));
  }
}

/**
 * A log entry: which actor did what to which key. It contains the name and the access of the key, because an operator may delete
 * the key from the table.
 */
export interface AuditEntry {
  /** By the clock of the repository. */
  readonly at: Date;
  readonly actor: string;
  readonly action: AuditAction;
  readonly publicId: string;
  readonly name: string;
  readonly access: ApiKeyAccess;
}

/** Returns a log entry without its time, which the repository adds. */
export function newAuditEntry(actor: Actor, action: 'issued' | 'revoked', apiKey: ApiKey): Omit<AuditEntry, 'at'> {
  const { publicId, name, access } = apiKey.snapshot();
  return { actor: actor.text, action, publicId, name, access };
}
