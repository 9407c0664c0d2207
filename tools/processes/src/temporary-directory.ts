import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Creates a temporary directory. PostgreSQL runs as another user when this process is root, so that user may pass through it. */
export function createTemporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'petstore-'));
  chmodSync(directory, 0o711);
  return directory;
}

/** Removes the directory. Retries, because a process that was just stopped may still write into it. */
export function removeTemporaryDirectory(directory: string): void {
  rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}
