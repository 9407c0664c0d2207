import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { InvalidSetting, readSettings } from '@petstore/settings';
import { databaseLocationSettings, driverSettings } from './database-setting-declarations.ts';
import { isUnencryptedByDefault, urlWithoutPassword } from './database-url.ts';
import { dataDirectory } from './embedded/data-directory.ts';
import { nearestExisting } from './embedded/server-user.ts';

/** The database to use: an external server, or the embedded server with its data directory. */
export type DatabaseSettings = (
  | {
      readonly kind: 'external';
      readonly url: string;
      /** Replaces the password of the URL. */
      readonly password?: string;
    }
  | { readonly kind: 'embedded'; readonly directory: string }
) & {
  /** A warning that every program prints before it opens the database. */
  readonly notice?: string;
};

const unencrypted =
  'DATABASE_URL has no sslmode, so the connection to the database is not encrypted (psql would try TLS): ' +
  'add sslmode=verify-full, or sslmode=disable if that is intended';

/**
 * Chooses the database.
 * @param env `DATABASE_URL` takes precedence over `DATA_DIR`. An empty value counts as absent.
 * @param workspace base directory of a relative `DATA_DIR`
 * @throws InvalidSetting if a variable has an invalid value
 * @throws OperatorError if the data directory cannot be used, or if two directories contain data
 */
export function databaseSettings(env: NodeJS.ProcessEnv, workspace: string): DatabaseSettings {
  const { url, directory } = readSettings(env, databaseLocationSettings);
  if (url !== undefined) {
    const isUnencrypted = !readSettings(env, driverSettings).sslMode && isUnencryptedByDefault(url);
    return { kind: 'external', url, ...(isUnencrypted && { notice: unencrypted }) };
  }
  const { variable, parse } = databaseLocationSettings.directory;
  const wanted = resolve(workspace, directory);
  const existing = nearestExisting(wanted);
  if (!statSync(existing).isDirectory()) {
    const reason = existing === wanted ? '' : `; ${existing} is not a directory`;
    throw new InvalidSetting(variable, wanted, `${parse.allowed}${reason}`);
  }
  return { kind: 'embedded', ...dataDirectory(wanted, !env[variable]) };
}

/** Returns a text that identifies the database for an operator. It contains no password. */
export function describeDatabase(settings: DatabaseSettings): string {
  return settings.kind === 'external'
    ? urlWithoutPassword(settings.url)
    : `embedded PostgreSQL in ${settings.directory}`;
}
