import { once } from 'node:events';
import type { Server } from 'node:http';
import { isIPv6, type AddressInfo } from 'node:net';
import { IssueFirstKey } from '@petstore/access-application';
import { accessPersistence } from '@petstore/access-infrastructure';
import { Database, OperatorError, reasonOf } from '@petstore/database';
import { petsPersistence } from '@petstore/pets-infrastructure';
import { createApp } from './app.ts';
import { readConfig, type Config } from './config.ts';
import { FirstKey } from './first-key.ts';
import { createLog, type Log } from './log.ts';
import { tellStart } from './start-message.ts';
import { stopOnSignals } from './stop-on-signals.ts';

/** Milliseconds that requests in flight have to end; a client that sends nothing must not keep the service from ending. */
const longestDrain = 5_000;

try {
  const config = readConfig();
  const log = await createLog(config.logLevel);
  const started = start(config, log);
  // From the first moment on: whoever stops the service while it starts waits until there is something to stop.
  stopOnSignals(log, async () => (await started)());
  await started;
} catch (error) {
  process.stderr.write(`petstore: ${reasonOf(error)}\n`);
  process.exit(1);
}

/** Answers how to stop what was started. */
async function start(config: Config, log: Log): Promise<() => Promise<void>> {
  const contexts = [petsPersistence, accessPersistence];
  const database = await Database.join(config.database, contexts, config.databaseLimits, (message) =>
    log.warn(message),
  );
  try {
    await database.open();
    const app = await createApp(config, database.dataSource, log);
    const firstKey = config.database.kind === 'embedded' ? new FirstKey(config.database.directory) : undefined;
    await firstKey?.issue(app.get(IssueFirstKey, { strict: false }));
    const server = app.getHttpServer() as Server;
    tellStart(log, await listen(server, config), config.database, firstKey);
    return async () => {
      setTimeout(() => server.closeAllConnections(), longestDrain).unref();
      await app.close();
      await database.close();
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function listen(server: Server, { host, port }: Config): Promise<string> {
  try {
    await once(server.listen(port, host), 'listening');
  } catch (error) {
    throw new OperatorError(`HOST and PORT: ${(error as Error).message}`);
  }
  const bound = server.address() as AddressInfo;
  return `http://${isIPv6(host) ? `[${host}]` : host}:${bound.port}`;
}
