import { rmSync } from 'node:fs';

/** Removes a directory, also while a server creates files in it. */
export function removeDirectory(path: string): void {
  for (;;) {
    try {
      return rmSync(path, { recursive: true, force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw error;
    }
  }
}
