import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedPostgres } from '../embedded/embedded-postgres.ts';
import { dataDirectory } from '../embedded/data-directory.ts';
import { testServerVariable } from './test-database.ts';

/** Settings without durability, which is not needed because the data is deleted after the tests. */
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

let server: EmbeddedPostgres | undefined;
let directory: string;

/** Jest's globalSetup: starts the server and passes its URL to the workers. */
export async function setUp(): Promise<void> {
  const temporary = mkdtempSync(join(tmpdir(), 'petstore-test-'));
  // If the tests run as root, PostgreSQL runs as another user and must enter the directory.
  chmodSync(temporary, 0o711);
  directory = dataDirectory(temporary, true).directory;
  server = await EmbeddedPostgres.acquire(directory, { settings });
  process.env[testServerVariable] = server.url;
}

/** Jest's globalTeardown. */
export async function tearDown(): Promise<void> {
  await server?.release();
  rmSync(directory, { recursive: true, force: true });
}
