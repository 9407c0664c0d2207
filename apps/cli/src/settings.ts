import { resolve } from 'node:path';
import {
  commandLineLimits,
  databaseSettings,
  defaultStatementTimeout,
  statementTimeoutRange,
} from '@petstore/database';
import { loadEnvironmentFile, OperatorError, parseInteger, readTogether } from '@petstore/operations';
import { proxyFor } from '@petstore/event-log/https-proxy';

const workspaceRoot = resolve(import.meta.dirname, '../../..');

/** Reads the settings of every command from environment variables and the environment file. @throws OperatorError with a line for each fault */
export function readSettings(env: NodeJS.ProcessEnv = process.env) {
  const [, database] = readTogether(
    () => loadEnvironmentFile(env, workspaceRoot),
    () => databaseSettings(env, workspaceRoot),
  );
  // `npm run petstore` starts the command in the workspace root. INIT_CWD is the directory in which npm was called.
  const npmCallerDirectory = env['npm_lifecycle_event'] === 'petstore' ? env['INIT_CWD'] : undefined;
  const ofService =
    parseInteger(env['DATABASE_STATEMENT_TIMEOUT'] ?? '', ...statementTimeoutRange) ?? defaultStatementTimeout;
  return {
    database,
    databaseLimits: { ...commandLineLimits, ofService },
    /** The operator's working directory. Paths on the command line are relative to it. */
    workingDirectory: npmCallerDirectory ?? process.cwd(),
  };
}

/** Reads the settings of `petstore deliver`, and checks those of every command. @throws OperatorError with a line for each fault of all */
export function readDeliverySettings(receiver: URL, env: NodeJS.ProcessEnv = process.env) {
  const [, webhookSecrets, metrics, proxy] = readTogether(
    () => readSettings(env),
    () => readWebhookSecrets(env['WEBHOOK_SECRET']),
    () => readMetricsAddress(env),
    () => proxyFor(receiver, env),
  );
  return { webhookSecrets, metrics, proxy };
}

/** Returns one, or two while the receiver changes from the one to the other. */
function readWebhookSecrets(text = ''): string[] {
  const secrets = text.trim().split(/\s+/);
  if (secrets.length <= 2 && secrets[0] !== secrets[1] && secrets.every(isWebhookSecret)) return secrets;
  throw new OperatorError(
    'WEBHOOK_SECRET must be whsec_ and then 24 to 64 bytes in base64, or two different ones, separated by a space',
  );
}

function isWebhookSecret(text: string): boolean {
  const [, base64 = ''] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? [];
  const key = Buffer.from(base64, 'base64');
  return key.length >= 24 && key.length <= 64 && key.toString('base64') === base64;
}

/** Returns undefined if there are no metrics. */
function readMetricsAddress({ METRICS_PORT: text, METRICS_HOST: host }: NodeJS.ProcessEnv) {
  if (!text) return undefined;
  const port = parseInteger(text, 0, 65_535);
  if (port === undefined) throw new OperatorError('METRICS_PORT must be an integer from 0 to 65535');
  return { host: host || '127.0.0.1', port };
}
