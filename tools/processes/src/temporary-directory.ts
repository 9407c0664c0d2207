import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A directory for all that a run writes; PostgreSQL, which may run as another user, can pass through it. */
export function makeScratch(): string {
  const directory = mkdtempSync(join(tmpdir(), 'petstore-bench-'));
  chmodSync(directory, 0o711);
  return directory;
}

/** Tried again for a moment: who was just told to end may still write into it. */
export function removeScratch(directory: string): void {
  rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}
