import './set-v8-flags.ts';
import { CheckKey, IssueFirstKey } from '@petstore/access-application';
import { runServer, ApplicationServer, type StartedServer } from '@petstore/bootstrap';
import { persistence } from '@petstore/contexts';
import { Database } from '@petstore/database';
import { describeError } from '@petstore/settings';
import { createLog, type StandardLog } from '@petstore/telemetry/log/create-log';
import { applicationOptions } from './application-options.ts';
import { readConfig, workspaceRoot, type Config } from './config.ts';
import { poolMetricsSource } from './database.adapter.ts';
import { FirstKey } from './first-key.ts';
import { isHelpRequested, printHelp } from './help.ts';
import { reportStart } from './start-message.ts';

await runServer('petstore', async () => {
  if (isHelpRequested(process.argv.slice(2))) return void printHelp();
  const config = readConfig();
  const standardLog = await createLog({ level: config.logLevel, tuning: config.tuning });
  return { log: standardLog.log, start: () => start(config, standardLog) };
});

/** Starts listening immediately. `/health/ready` returns 503 until the database is available. */
async function start(config: Config, { log, droppedLines }: StandardLog): Promise<StartedServer> {
  const warn = (message: string) => log.warn(message);
  const database = await Database.create(config.database, persistence, config.databaseLimits, warn);
  const service = await ApplicationServer.start({
    application: applicationOptions(config, database.dataSource),
    address: config,
    dependency: {
      opening: database.openWithRetry((reason) => warn(`waiting for the database: ${reason}`)),
      ping: () => database.ping(),
      startActivity: () => database.currentActivity,
      close: () => database.close(),
    },
    log,
    shutdownTimeout: config.drainTimeout,
    metricsAddress: config.metrics,
    processMetrics: { pool: poolMetricsSource(database.dataSource), droppedLogLines: droppedLines },
  });
  const firstKey = config.database.kind === 'embedded' ? new FirstKey(config.database.directory) : undefined;
  const issueFirstKey = async () => {
    const issuing = firstKey?.issue(service.app.get(IssueFirstKey, { strict: false }));
    await issuing?.catch((error: unknown) => warn(`no first key was issued: ${describeError(error)}`));
  };
  return {
    async serve() {
      if (!(await service.serve(issueFirstKey))) return;
      const checkKey = service.app.get(CheckKey, { strict: false });
      // Without the answer of the database, the start message does not show the first key.
      const source = await firstKey?.find(checkKey).catch(() => undefined);
      reportStart(log, { url: service.url, config, workspace: workspaceRoot, firstKey: source });
    },
    stop: () => service.stop(),
  };
}
