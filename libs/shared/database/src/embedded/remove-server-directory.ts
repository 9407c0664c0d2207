import { rmdirSync } from 'node:fs';
import { runAsServerUser } from './server-user.ts';

/**
 * Removes a directory of the server's user, if it exists. That user deletes the contents, because a recursive removal by root
 * could follow a link. Keeps the directory if another process still writes to it.
 */
export function removeServerDirectory(path: string): void {
  runAsServerUser('/bin/rm', ['-rf', '--', path]);
  try {
    rmdirSync(path);
  } catch (error) {
    if (!['ENOENT', 'ENOTEMPTY'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}
