import { Postgres, urlOf } from './postgres.ts';
import { Processes } from './processes.ts';

/** Without durability, because no test kills this server. */
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

let processes: Processes | undefined;

/** Jest's globalSetup: starts the PostgreSQL server of all test files. */
export default async function start(): Promise<void> {
  processes = new Processes();
  const { port } = await Postgres.create(processes, settings);
  process.env['PETSTORE_TEST_SERVER'] = urlOf(port, 'postgres');
}

/** Jest's globalTeardown. */
export async function end(): Promise<void> {
  await processes?.end();
}
