import { NestFactory } from '@nestjs/core';
import { CheckKey, IssueFirstKey } from '@petstore/access-application';
import { persistence } from '@petstore/contexts';
import { Database } from '@petstore/database';
import { Readiness } from '@petstore/operations/readiness';
import { HttpAdapter } from '@petstore/http/http-adapter';
import { listen } from '@petstore/operations/listen';
import { endAfterUncaughtException, forceEndOnSecondSignal, stopSignals } from '@petstore/operations/shutdown-signals';
import { createLog } from '@petstore/operations/log';
import { serveMetrics } from '@petstore/operations/metrics-listener';
import { describeError } from '@petstore/operations';
import { AppModule, httpOptions, nestOptions } from './app.module.ts';
import { workspaceRoot, type Settings } from './settings.ts';
import { configureApp } from './configure-app.ts';
import { FirstKey } from './first-key.ts';
import { PurgeIdempotencyKeysJob } from './purge-idempotency-keys.job.ts';
import { measureApplication } from './metrics.ts';
import { reportStart } from './start-message.ts';

/** Starts to listen immediately. `/health/ready` returns 503 until the database is available. */
export async function start(settings: Settings): Promise<void> {
  const { log, droppedLines } = await createLog(settings.logLevel);
  const warn = (message: string) => log.warn(message);
  for (const message of settings.warnings) warn(message);
  const database = await Database.create(settings.database, persistence, settings.databaseLimits, warn);
  const module = AppModule.forRoot(settings, database, log);
  const app = await NestFactory.create(module, new HttpAdapter(httpOptions(settings)), nestOptions(log));
  await configureApp(app, settings, log);
  app.enableShutdownHooks([...stopSignals], { useProcessExit: true });
  forceEndOnSecondSignal(log);
  endAfterUncaughtException(app, log);

  const server = app.getHttpServer();
  if (settings.metrics) {
    measureApplication(app, droppedLines);
    await serveMetrics(settings.metrics, (address) => log.info({ address }, 'metrics listening'));
  }
  const url = await listen(server, settings);
  log.info({ address: url }, 'listening; requests get 503 until the database is open');

  if (!(await database.openWithRetry((reason) => warn(`waiting for the database: ${reason}`)))) return;
  const firstKey = settings.database.kind === 'embedded' ? new FirstKey(settings.database.directory) : undefined;
  const issuing = firstKey?.issue(app.get(IssueFirstKey, { strict: false }));
  await issuing?.catch((error: unknown) => warn(`no first key was issued: ${describeError(error)}`));
  const readiness = app.get(Readiness);
  readiness.markReady();
  app.get(PurgeIdempotencyKeysJob).start();
  // Without the answer of the database, the start message does not show the first key.
  const source = await firstKey?.find(app.get(CheckKey, { strict: false })).catch(() => undefined);
  if (!readiness.isStopping) reportStart(log, { url, settings, workspace: workspaceRoot, firstKey: source });
}
