import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Creates a temporary directory with mode 711. If this process runs as root, PostgreSQL runs as another user, who must be able to
 * enter the directory.
 */
export function createTemporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'petstore-'));
  chmodSync(directory, 0o711);
  return directory;
}

/** Deletes the directory. Retries for a while, because a process that was just stopped may still write into it. */
export function removeTemporaryDirectory(directory: string): void {
  rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}
