import type { Server } from 'node:http';
import { IssueFirstKey } from '@petstore/access-application';
import { accessPersistence } from '@petstore/access-infrastructure';
import { openDatabase, reasonOf } from '@petstore/database';
import { petsPersistence } from '@petstore/pets-infrastructure';
import { createApp } from './app.ts';
import { readConfig, type Config } from './config.ts';
import { FirstKey } from './first-key.ts';
import { listen } from './listen.ts';
import { createLog, type Log } from './log.ts';
import { startMetrics } from './metrics/start-metrics.ts';
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
  const database = await openDatabase(config.database, contexts, (message) => log.warn(message));
  try {
    const app = await createApp(config, database.dataSource, log);
    const firstKey = config.database.kind === 'embedded' ? new FirstKey(config.database.directory) : undefined;
    await firstKey?.issue(app.get(IssueFirstKey, { strict: false }));
    const server = app.getHttpServer() as Server;
    const metrics = await startMetrics(config, server, database.dataSource, log);
    tellStart(log, await listen(server, config, 'HOST and PORT'), config.database, firstKey);
    return async () => {
      setTimeout(() => server.closeAllConnections(), longestDrain).unref();
      await app.close();
      await metrics?.close();
      await database.close();
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}
