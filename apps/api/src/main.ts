import { isIPv6, type AddressInfo } from 'node:net';
import type { INestApplication } from '@nestjs/common';
import { IssueFirstKey } from '@petstore/access-application';
import { accessPersistence } from '@petstore/access-infrastructure';
import { openDatabase, OperatorError } from '@petstore/database';
import { petsPersistence } from '@petstore/pets-infrastructure';
import { createApp } from './app.ts';
import { readConfig, type Config } from './config.ts';
import { FirstKey } from './first-key.ts';
import { createLog, type Log } from './log.ts';
import { tellStart } from './start-message.ts';
import { stopOnSignals } from './stop-on-signals.ts';

try {
  const config = readConfig();
  await run(config, await createLog(config.logLevel));
} catch (error) {
  process.stderr.write(`petstore: ${reasonOf(error)}\n`);
  process.exit(1);
}

async function run(config: Config, log: Log): Promise<void> {
  if (config.database.kind === 'embedded' && config.database.notice) log.warn(config.database.notice);
  const database = await openDatabase(config.database, [petsPersistence, accessPersistence], (message) =>
    log.warn(message),
  );
  try {
    const app = await createApp(config, database.dataSource, log);
    const firstKey = config.database.kind === 'embedded' ? new FirstKey(config.database.directory) : undefined;
    await firstKey?.issue(app.get(IssueFirstKey, { strict: false }));
    const address = await listen(app, config);
    stopOnSignals(log, async () => {
      await app.close();
      await database.close();
    });
    tellStart(log, address, config.database, firstKey);
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function listen(app: INestApplication, { host, port }: Config): Promise<string> {
  await app.listen(port, host).catch((error: Error) => {
    throw new OperatorError(`HOST and PORT: ${error.message}`);
  });
  const bound = app.getHttpServer().address() as AddressInfo;
  return `http://${isIPv6(host) ? `[${host}]` : host}:${bound.port}`;
}

/** What an operator can mend is told in a line; anything else is a fault of ours and keeps its stack. */
function reasonOf(error: unknown): string {
  if (error instanceof OperatorError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
