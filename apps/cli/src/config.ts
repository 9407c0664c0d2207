import { resolve } from 'node:path';
import type { ServerSettings } from '@petstore/http/settings';
import {
  databaseLimitSettings,
  databaseLocationSettings,
  databaseSettings,
  driverSettings,
  responseTimeMinimums,
  type DatabaseLimits,
  type DatabaseSettings,
} from '@petstore/database/settings';
import {
  environmentFileSettings,
  inspectSettings,
  loadEnvironmentFile,
  OperatorError,
  readSettings,
  secretFileVariable,
  type InspectedSetting,
} from '@petstore/settings';

export interface Config {
  readonly database: DatabaseSettings;
  /** The operator's working directory. Paths on the command line are relative to it. */
  readonly workingDirectory: string;
}

/** The settings that the service would use, for a report. */
export interface InspectedConfig {
  readonly settings: readonly InspectedSetting[];
  /** The path of the environment file, and the names of the variables that it added. */
  readonly environmentFile: { readonly path: string; readonly names: readonly string[] };
  /** Messages about settings that prevent a start. */
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
  /** Undefined if the settings are invalid. */
  readonly database?: DatabaseSettings | undefined;
  readonly databaseLimits?: DatabaseLimits | undefined;
  readonly server?: ServerSettings | undefined;
}

const workspaceRoot = resolve(import.meta.dirname, '../../..');

/** Variables of an environment file that are for Node, for its libraries, or for PostgreSQL's client library. */
const otherPrograms = /^(?:NODE_|PG|UV_|SSL_|NO_COLOR$|FORCE_COLOR$|TZ$|LANG$|LC_)/;

/**
 * Reads the configuration from environment variables and the environment file. No other file of apps/cli reads them.
 * @throws InvalidSetting if a variable has an invalid value
 * @throws OperatorError if a file cannot be read
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  loadEnvironmentFile(env, workspaceRoot);
  // `npm run petstore` starts the command in the workspace root. INIT_CWD is the directory in which npm was called.
  const npmCallerDirectory = env['npm_lifecycle_event'] === 'petstore' ? env['INIT_CWD'] : undefined;
  return { database: databaseSettings(env, workspaceRoot), workingDirectory: npmCallerDirectory ?? process.cwd() };
}

/** Reads all settings of the service, and reports all errors instead of throwing the first one. */
export async function inspectConfig(env: NodeJS.ProcessEnv = process.env): Promise<InspectedConfig> {
  const { readServerSettings, serverSettingDeclarations: server } = await import('@petstore/http/settings');
  const errors = new Set<string>();
  const attempt = <T>(read: () => T): T | undefined => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error;
      errors.add(error.message);
      return undefined;
    }
  };
  const path = resolve(workspaceRoot, readSettings(env, environmentFileSettings).file);
  const names = attempt(() => loadEnvironmentFile(env, workspaceRoot)) ?? [];
  const groups = [
    ...[databaseLocationSettings, driverSettings, databaseLimitSettings, server.listenerSettings, server.betaSettings],
    ...[server.logSettings, server.metricsSettings, server.requestSettings, server.clientSettings],
    ...[server.deploymentSettings, environmentFileSettings],
  ];
  const settings = groups.flatMap((group) => inspectSettings(env, names, group));
  for (const { error } of settings) if (error !== undefined) errors.add(error);
  const databaseLimits = attempt(() => readSettings(env, databaseLimitSettings));
  return {
    settings,
    environmentFile: { path, names },
    database: attempt(() => databaseSettings(env, workspaceRoot)),
    databaseLimits,
    server:
      databaseLimits &&
      attempt(() =>
        readServerSettings(env, {
          connections: databaseLimits.poolSize,
          responseTimeMinimums: responseTimeMinimums(databaseLimits),
        }),
      ),
    errors: [...errors],
    warnings: fileWarnings(
      names,
      groups.flatMap((group) => Object.values(group).map(({ variable }) => variable)),
    ),
  };
}

/** @param names the variables that the environment file added */
function fileWarnings(names: readonly string[], declared: readonly string[]): string[] {
  const known = new Set([...declared, secretFileVariable(databaseLocationSettings.url.variable)]);
  const unknown = names.filter((name) => !known.has(name) && !otherPrograms.test(name));
  return unknown.map((name) => `${name} of the environment file is no setting of the service`);
}
