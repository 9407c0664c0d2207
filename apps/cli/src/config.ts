import { resolve } from 'node:path';
import {
  commandLineLimits,
  databaseSettings,
  type DatabaseLimits,
  type DatabaseSettings,
} from '@petstore/database/settings';
import { loadEnvironmentFile, OperatorError, readTogether } from '@petstore/operations';
import { proxyFor } from '@petstore/event-log/proxy';

export interface Config {
  readonly database: DatabaseSettings;
  readonly databaseLimits: DatabaseLimits;
  /** The operator's working directory. Paths on the command line are relative to it. */
  readonly workingDirectory: string;
}

/** The settings of `petstore deliver`. */
export interface DeliverySettings {
  /** One, or two while the receiver changes from the one to the other. */
  readonly webhookSecrets: readonly string[];
  /** Through which the receiver is reached. */
  readonly proxy: URL | undefined;
  /** Address of the listener for metrics. If it is undefined, there are no metrics. */
  readonly metrics: { readonly host: string; readonly port: number } | undefined;
}

const workspaceRoot = resolve(import.meta.dirname, '../../..');

/** Reads the configuration from environment variables and the environment file. @throws OperatorError with a line for each fault */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const [, database] = readTogether(
    () => loadEnvironmentFile(env, workspaceRoot),
    () => databaseSettings(env, workspaceRoot),
  );
  // `npm run petstore` starts the command in the workspace root. INIT_CWD is the directory in which npm was called.
  const npmCallerDirectory = env['npm_lifecycle_event'] === 'petstore' ? env['INIT_CWD'] : undefined;
  const ofService = Number(env['DATABASE_STATEMENT_TIMEOUT']) || commandLineLimits.ofService!;
  return {
    database,
    databaseLimits: { ...commandLineLimits, ofService },
    workingDirectory: npmCallerDirectory ?? process.cwd(),
  };
}

/** Reads the settings that only `petstore deliver` has, and checks the others, too, so that one error has a line for each fault. */
export function readDeliverySettings(receiver: URL, env: NodeJS.ProcessEnv = process.env): DeliverySettings {
  const [, , webhookSecrets, metrics, proxy] = readTogether(
    () => loadEnvironmentFile(env, workspaceRoot),
    () => databaseSettings(env, workspaceRoot),
    () => readWebhookSecrets(env['WEBHOOK_SECRET']),
    () => readMetricsAddress(env),
    () => proxyFor(receiver, env),
  );
  return { webhookSecrets, metrics, proxy };
}

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

function readMetricsAddress(env: NodeJS.ProcessEnv): DeliverySettings['metrics'] {
  const port = env['METRICS_PORT'];
  if (!port) return undefined;
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new OperatorError('METRICS_PORT must be an integer from 0 to 65535');
  return { host: env['METRICS_HOST'] || '127.0.0.1', port: Number(port) };
}
