import { createHash } from 'node:crypto';
import { PetId } from '@petstore/pets-domain';

/** Bytes of SHA-256 that tell a damaged cursor; it guards against accidents, and there is nothing to forge. */
const checksumLength = 6;

/**
 * Where a page ended, as opaque text: the last id, bound to the list's status filter by a checksum.
 * Text that `encodeCursor` did not make for this filter is no cursor.
 */
export function encodeCursor(after: PetId, status: string | undefined): string {
  const content = Buffer.from(after.decimal);
  return Buffer.concat([checksum(after.decimal, status), content]).toString('base64url');
}

export function decodeCursor(text: unknown, status: string | undefined): PetId | undefined {
  if (typeof text !== 'string') return undefined;
  const after = PetId.named(Buffer.from(text, 'base64url').subarray(checksumLength).toString('latin1'));
  return after && encodeCursor(after, status) === text ? after : undefined;
}

function checksum(decimal: string, status = ''): Buffer {
  return createHash('sha256').update(`${status} ${decimal}`).digest().subarray(0, checksumLength);
}
