import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Creates a temporary folder for one test file, which PostgreSQL's user can enter if the tests run as root. */
export function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-e2e-'));
  chmodSync(folder, 0o711);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
