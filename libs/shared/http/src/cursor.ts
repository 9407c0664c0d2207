import { hash } from 'node:crypto';

/** Characters of the checksum (48 bits). It detects damaged cursors and cursors of another scope. It does not prevent forgery. */
const checksumLength = 8;

/** Maximum characters of a cursor. Clients can rely on it; cursors are as short as the positions in them. */
export const maxCursorLength = 512;

/**
 * Encodes the position of the last item of a page as opaque text of the base64url alphabet.
 * @param scope text that identifies the list and its filters. A cursor can be decoded only with the same scope.
 * @throws RangeError if the cursor would be longer than `maxCursorLength`
 */
export function encodeCursor(position: string, scope: string): string {
  const checksum = hash('sha256', `${scope} ${position}`, 'base64url').slice(0, checksumLength);
  const cursor = checksum + Buffer.from(position).toString('base64url');
  if (cursor.length > maxCursorLength) throw new RangeError(`the position is too long for a cursor: ${position}`);
  return cursor;
}

/** Decodes the position. @returns undefined if `encodeCursor` did not create this text with this scope */
export function decodeCursor(cursor: unknown, scope: string): string | undefined {
  if (typeof cursor !== 'string' || cursor.length > maxCursorLength) return undefined;
  const position = Buffer.from(cursor.slice(checksumLength), 'base64url').toString();
  return encodeCursor(position, scope) === cursor ? position : undefined;
}
