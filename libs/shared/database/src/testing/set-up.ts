import { Processes } from '@petstore/embedded-postgres/testing';
import { PostgresServer } from './postgres-server.ts';
import { testServerVariable } from './test-database.ts';

/**
 * Jest's globalSetup: starts a server without durability, and passes its URL to the workers. It ends with this process, and serves
 * each run in watch mode.
 */
export default async function setUp(): Promise<void> {
  const start = () => PostgresServer.start(new Processes(), { full_page_writes: 'off' });
  process.env[testServerVariable] ??= (await start()).url;
}
