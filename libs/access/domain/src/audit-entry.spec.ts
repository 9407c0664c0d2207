import { Actor } from './actor.ts';
import { audited } from './audit-entry.ts';
import { issuedKey } from './testing/index.ts';

it('is a line of plain text: who, what, and which key by its id and name, nothing more of it', () => {
  const { apiKey } = issuedKey('till');
  expect(audited(Actor.of('zoë'), 'rotated', apiKey)).toEqual({
    actor: 'zoë',
    action: 'rotated',
    publicId: apiKey.publicId,
    name: 'till',
  });
});
