import { hash } from 'node:crypto';

/** Characters of the checksum (48 bits). It detects damaged cursors and cursors of another scope. It does not prevent forgery. */
const checksumLength = 8;

/**
 * Encodes the position of the last item of a page as opaque text of the base64url alphabet.
 * @param scope text that identifies the list and its filters. A cursor can be decoded only with the same scope.
 */
export function encodeCursor(position: string, scope: string): string {
  const checksum = hash('sha256', `${scope} ${position}`, 'base64url').slice(0, checksumLength);
  return checksum + Buffer.from(position).toString('base64url');
}

/** Decodes the position. @returns undefined if `encodeCursor` did not create this text with this scope */
export function decodeCursor(cursor: unknown, scope: string): string | undefined {
  if (typeof cursor !== 'string') return undefined;
  const position = Buffer.from(cursor.slice(checksumLength), 'base64url').toString();
  return encodeCursor(position, scope) === cursor ? position : undefined;
}
