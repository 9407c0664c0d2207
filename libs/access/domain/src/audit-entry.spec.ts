import { Actor } from './actor.ts';
import { newAuditEntry } from './audit-entry.ts';
import { issuedKey } from './testing/index.ts';

it('a log entry contains the actor, the action, and the id, name and access of the key, as plain values', () => {
  const { apiKey } = issuedKey('checkout');
  expect(newAuditEntry(Actor.of('zoë'), 'rotated', apiKey)).toEqual({
    actor: 'zoë',
    action: 'rotated',
    publicId: apiKey.publicId,
    name: 'checkout',
    access: 'full',
  });
});
