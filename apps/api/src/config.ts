import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readServerSettings, serverSettingDeclarations, type ServerSettings } from '@petstore/http/settings';
import {
  databaseLimitSettings,
  databaseSettings,
  databaseVariables,
  responseTimeMinimums,
  type DatabaseLimits,
  type DatabaseSettings,
} from '@petstore/database/settings';
import { loadEnvironmentFile, readSettings } from '@petstore/settings';

const { betaSettings, deploymentSettings } = serverSettingDeclarations;

/** Variables of 1.0.0 that are no settings any more. */
export const removedVariables = ['BATCHING', 'TUNING'];

/** Base URLs of the deployments, such as `https://pets.example.org/v1`. */
export interface Deployments {
  readonly production?: string;
  readonly staging?: string;
}

export interface Config extends ServerSettings {
  readonly database: DatabaseSettings;
  /** The environment variables with which the command `petstore` uses the same database. They contain no password. */
  readonly databaseVariables: Readonly<Record<string, string>>;
  readonly databaseLimits: DatabaseLimits;
  /** Whether the service has the beta operations. */
  readonly beta: boolean;
  /** The servers that the OpenAPI document lists. */
  readonly deployments: Deployments;
  /** Messages about variables that have no effect. */
  readonly warnings: readonly string[];
}

/** Directory of the workspace. */
export const workspaceRoot = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');

/**
 * Adds the variables of the environment file to the environment, and returns it.
 * @throws OperatorError if the file cannot be used
 */
export function readEnvironment(): NodeJS.ProcessEnv {
  const env = process.env;
  loadEnvironmentFile(env, workspaceRoot);
  return env;
}

/**
 * Reads all settings of the service from environment variables. An empty variable counts as absent.
 * @throws InvalidSetting if a variable has an invalid value, or a timeout is longer than the timeout around it
 * @throws OperatorError if the file of a secret cannot be read
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const { production, staging } = readSettings(env, deploymentSettings);
  const databaseLimits = readSettings(env, databaseLimitSettings);
  const database = databaseSettings(env, workspaceRoot);
  return {
    ...readServerSettings(env, {
      connections: databaseLimits.poolSize,
      responseTimeMinimums: responseTimeMinimums(databaseLimits),
    }),
    database,
    databaseVariables: databaseVariables(env, database),
    databaseLimits,
    beta: readSettings(env, betaSettings).beta,
    deployments: { ...(production && { production }), ...(staging && { staging }) },
    warnings: removedVariables
      .filter((name) => env[name])
      .map((name) => `${name} has no effect: it was removed after 1.0.0`),
  };
}
