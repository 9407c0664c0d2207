import type { Server } from 'node:http';
import { IssueFirstKey } from '@petstore/access-application';
import { persistence } from '@petstore/contexts';
import { Database } from '@petstore/database';
import { setV8Flags } from '@petstore/http/tuning/v8-flags';
import { describeError } from '@petstore/settings';
import { createApp } from './app.ts';
import { readConfig, type Config } from './config.ts';
import { stopOnSignals } from '@petstore/http/server/shutdown-signals';
import { FirstKey } from './first-key.ts';
import { Readiness } from '@petstore/http/health/readiness';
import { GracefulShutdown } from '@petstore/http/server/graceful-shutdown';
import { listen } from '@petstore/http/server/listen';
import { createLog, type StandardLog } from '@petstore/telemetry/log/create-log';
import { metricsOptions } from './metrics-options.ts';
import { startMetrics } from '@petstore/telemetry/start-metrics';
import { tellStart } from './start-message.ts';

/** What was started: how it becomes of use, and how to stop it. */
interface Started {
  serve(): Promise<void>;
  stop(): Promise<void>;
}

try {
  const config = readConfig();
  if (config.tuning) setV8Flags();
  const standardLog = await createLog({ level: config.logLevel, tuning: config.tuning });
  const starting = start(config, standardLog);
  // From the first moment on: whoever stops the service while it starts waits until there is something to stop.
  stopOnSignals(standardLog.log, async () => (await starting).stop());
  await (await starting).serve();
} catch (error) {
  process.stderr.write(`petstore: ${describeError(error)}\n`);
  process.exit(1);
}

/** Listens at once; of use it is when the database is. */
async function start(config: Config, { log, droppedLines }: StandardLog): Promise<Started> {
  const tell = (message: string) => log.warn(message);
  const database = await Database.at(config.database, persistence, config.databaseLimits, tell);
  const opening = database.openAtLast((reason) => tell(`waiting for the database: ${reason}`));
  // Asked for when the service listens; until then its failure waits.
  opening.catch(() => undefined);
  try {
    const readiness = new Readiness(() => database.ping());
    const app = await createApp(config, database.dataSource, readiness, log);
    const server = app.getHttpServer() as Server;
    const shutdown = new GracefulShutdown(server);
    const measured = metricsOptions(config, database.dataSource, droppedLines);
    const metrics = await startMetrics(config.metrics, server, measured, log);
    const address = await listen(server, config, 'HOST and PORT');
    log.info({ address }, 'listening');
    return {
      async serve() {
        if (!(await opening)) return;
        const firstKey = config.database.kind === 'embedded' ? new FirstKey(config.database.directory) : undefined;
        const issuing = firstKey?.issue(app.get(IssueFirstKey, { strict: false }));
        await issuing?.catch((error: unknown) => tell(`no first key was issued: ${describeError(error)}`));
        readiness.markReady();
        tellStart(log, address, config.database, firstKey);
      },
      async stop() {
        readiness.markStopping();
        const cutOff = await shutdown.shutDown(config.drainTimeout);
        if (cutOff > 0) log.warn({ connections: cutOff }, 'cut off: they took longer than DRAIN_TIMEOUT');
        await app.close();
        await metrics?.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}
