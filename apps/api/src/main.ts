import '@petstore/http/tuning/v8-flags';
import { IssueFirstKey } from '@petstore/access-application';
import { accessPersistence } from '@petstore/access-infrastructure';
import { runService, Service, type Dependency, type StartedService } from '@petstore/bootstrap';
import { Database } from '@petstore/database';
import { petsPersistence } from '@petstore/pets-infrastructure';
import { describeError } from '@petstore/settings';
import { createLog, type StandardLog } from '@petstore/telemetry/log/create-log';
import { AppModule } from './app.module.ts';
import { applicationOptions } from './application-options.ts';
import { readConfig, type Config } from './config.ts';
import { FirstKey } from './first-key.ts';
import { metricsSettings } from './metrics-settings.ts';
import { tellStart } from './start-message.ts';

await runService('petstore', async () => {
  const config = readConfig();
  const standardLog = await createLog(config.logLevel);
  return { log: standardLog.log, start: () => start(config, standardLog) };
});

/** Listens immediately. `/health/ready` returns 503 until the database is available. */
async function start(config: Config, { log, droppedLines }: StandardLog): Promise<StartedService> {
  const warn = (message: string) => log.warn(message);
  const contexts = [petsPersistence, accessPersistence];
  const database = await Database.at(config.database, contexts, config.databaseLimits, warn);
  const dependency: Dependency = {
    opening: database.openAtLast((reason) => warn(`waiting for the database: ${reason}`)),
    ping: () => database.ping(),
    close: () => database.close(),
  };
  const service = await Service.start({
    module: AppModule.on(database.dataSource),
    application: applicationOptions(config),
    address: config,
    dependency,
    log,
    shutdownTimeout: config.drainTimeout,
    metrics: metricsSettings(database.dataSource, droppedLines),
    metricsAddress: config.metrics,
  });
  const firstKey = config.database.kind === 'embedded' ? new FirstKey(config.database.directory) : undefined;
  const issueFirstKey = async () => {
    const issuing = firstKey?.issue(service.app.get(IssueFirstKey, { strict: false }));
    await issuing?.catch((error: unknown) => warn(`no first key was issued: ${describeError(error)}`));
  };
  return {
    async serve() {
      if (await service.serve(issueFirstKey)) tellStart(log, service.url, config.database, firstKey);
    },
    stop: () => service.stop(),
  };
}
