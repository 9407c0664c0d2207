import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { EmbeddedPostgresFailed } from '../open-database.errors.ts';

/**
 * Reads `PG_VERSION` of a data directory. The server's user may replace this file while root reads it. Therefore this function
 * follows no link, does not wait for a pipe, and returns only a version, because callers print it.
 * @throws EmbeddedPostgresFailed
 */
export function readVersionFile(path: string): string {
  const handle = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const bytes = Buffer.alloc(32);
    const text = fstatSync(handle).isFile() ? bytes.toString('latin1', 0, readSync(handle, bytes)).trim() : '';
    if (/^\d+(?:\.\d+)?$/.test(text)) return text;
    throw new EmbeddedPostgresFailed(`${path} does not contain a version of PostgreSQL`);
  } finally {
    closeSync(handle);
  }
}
