import { OwnServer } from './own-server.ts';
import { testServerVariable } from './test-database.ts';

/**
 * Jest's globalSetup: starts a server without durability, and passes its URL to the workers. It ends with this process, and serves
 * each run in watch mode.
 */
export default async function setUp(): Promise<void> {
  process.env[testServerVariable] ??= (await OwnServer.start({ full_page_writes: 'off' })).url;
}
