import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder to be thrown away, which PostgreSQL's user can reach when all this runs as root. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-faults-'));
  chmodSync(folder, 0o711);
  return folder;
}
