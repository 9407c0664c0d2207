import { Actor } from './actor.ts';
import { audited } from './audit-entry.ts';
import { issuedKey } from './testing/index.ts';

it('contains the actor, the action, and the id and name of the key, as plain values', () => {
  const { apiKey } = issuedKey('till');
  expect(audited(Actor.of('zoë'), 'rotated', apiKey)).toEqual({
    actor: 'zoë',
    action: 'rotated',
    publicId: apiKey.publicId,
    name: 'till',
  });
});
