import { hash } from 'node:crypto';
import { PetId } from '@petstore/pets-domain';

/** Characters of a checksum: six bytes, against accidents only; there is nothing to forge. */
const checksumLength = 8;

/** Thrown for text that no page of a list with this status filter gave. */
export class InvalidCursor extends Error {
  constructor() {
    super('cursor must be one that a page of this list gave, unchanged, with the same status');
  }
}

/** Where a page ended, as opaque text: the last id, bound to the list's status filter by a checksum. */
export function encodeCursor(after: PetId, status = ''): string {
  const checksum = hash('sha256', `${status} ${after.decimal}`, 'base64url').slice(0, checksumLength);
  return checksum + Buffer.from(after.decimal).toString('base64url');
}

/** @throws InvalidCursor */
export function decodeCursor(text: unknown, status: string | undefined): PetId {
  if (typeof text !== 'string') throw new InvalidCursor();
  const after = PetId.parse(Buffer.from(text.slice(checksumLength), 'base64url').toString('latin1'));
  if (!after || encodeCursor(after, status) !== text) throw new InvalidCursor();
  return after;
}
