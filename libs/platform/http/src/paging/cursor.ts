import { hash } from 'node:crypto';

/** Characters of the checksum: six bytes. It detects damaged and misused cursors, not forged ones, which do no harm. */
const checksumLength = 8;

/**
 * Encodes the position of the last item of a page as opaque text of the base64url alphabet.
 * @param scope text that decoding must be given too, so that a cursor is only valid for the list and filters that made it
 */
export function encodeCursor(position: string, scope: string): string {
  const checksum = hash('sha256', `${scope} ${position}`, 'base64url').slice(0, checksumLength);
  return checksum + Buffer.from(position).toString('base64url');
}

/** The position in the cursor, or undefined if `encodeCursor` does not return this text for the scope. */
export function decodeCursor(cursor: unknown, scope: string): string | undefined {
  if (typeof cursor !== 'string') return undefined;
  const position = Buffer.from(cursor.slice(checksumLength), 'base64url').toString();
  return encodeCursor(position, scope) === cursor ? position : undefined;
}
