import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { EmbeddedPostgresFailed } from './embedded-postgres-failed.ts';

/** Bytes; `PG_VERSION` holds a few. */
const longest = 32;

/**
 * The version in a data directory's `PG_VERSION`. Root reads a file that the server's user may replace, so it follows no
 * link, waits for no pipe, and answers nothing that is not a version: the contents go into a message.
 * @throws EmbeddedPostgresFailed
 */
export function readVersionFile(path: string): string {
  const handle = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const bytes = Buffer.alloc(longest);
    const text = fstatSync(handle).isFile() ? bytes.toString('latin1', 0, readSync(handle, bytes)).trim() : '';
    if (/^\d+(?:\.\d+)?$/.test(text)) return text;
    throw new EmbeddedPostgresFailed(`${path} does not hold a version of PostgreSQL`);
  } finally {
    closeSync(handle);
  }
}
