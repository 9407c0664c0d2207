import { OwnServer } from './own-server.ts';
import { testServerVariable } from './test-database.ts';

let server: OwnServer | undefined;

/** Jest's globalSetup: starts the server, without durability, and passes its URL to the workers. */
export async function setUp(): Promise<void> {
  server = await OwnServer.start({ synchronous_commit: 'off', full_page_writes: 'off' });
  process.env[testServerVariable] = server.url;
}

/** Jest's globalTeardown. */
export async function tearDown(): Promise<void> {
  await server?.remove();
}
