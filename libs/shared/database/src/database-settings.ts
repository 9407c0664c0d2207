import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { OperatorError } from '@petstore/settings';
import { describeUrl, isUnencryptedByDefault, requireValidUrl } from './database-url.ts';
import { dataDirectory } from './embedded/data-directory.ts';
import { nearestExisting } from './embedded/server-user.ts';

/** The database to use: an external server, or the embedded server with its data directory. */
export type DatabaseSettings = (
  { readonly kind: 'external'; readonly url: string } | { readonly kind: 'embedded'; readonly directory: string }
) & {
  /** A warning that every program prints before it opens the database. */
  readonly notice?: string;
};

const unencrypted =
  'DATABASE_URL has no sslmode, so the connection to the database is not encrypted (psql would try TLS): ' +
  'add sslmode=verify-full, or sslmode=disable if that is intended';

/**
 * Chooses the database.
 * @param env `DATABASE_URL` or the file of `DATABASE_URL_FILE` takes precedence over `DATA_DIR`. An empty value counts as absent.
 * @param workspace base directory of relative paths
 * @throws OperatorError if a variable has an invalid value, if the data directory cannot be used, or if two directories contain data
 */
export function databaseSettings(env: NodeJS.ProcessEnv, workspace: string): DatabaseSettings {
  const text = readUrl(env, workspace);
  if (text) {
    const url = requireValidUrl(text);
    const isUnencrypted = !env['PGSSLMODE'] && isUnencryptedByDefault(url);
    return { kind: 'external', url, ...(isUnencrypted && { notice: unencrypted }) };
  }
  const directory = env['DATA_DIR'] || '.petstore';
  // A URL would become a path, which every program prints, with the password of the URL.
  if (directory.includes('://'))
    throw new OperatorError('DATA_DIR must be a directory, or a path where one can be created');
  const wanted = resolve(workspace, directory);
  const existing = nearestExisting(wanted);
  if (!statSync(existing).isDirectory())
    throw new OperatorError(`DATA_DIR is ${wanted}, but ${existing} is not a directory`);
  return { kind: 'embedded', ...dataDirectory(wanted, !env['DATA_DIR']) };
}

/** Orchestrators mount secrets as files. */
function readUrl(env: NodeJS.ProcessEnv, workspace: string): string | undefined {
  const file = env['DATABASE_URL_FILE'];
  if (!file) return env['DATABASE_URL'];
  if (env['DATABASE_URL'])
    throw new OperatorError('DATABASE_URL and DATABASE_URL_FILE are both set: remove one of them');
  const url = readText(resolve(workspace, file)).trimEnd();
  if (url === '') throw new OperatorError('DATABASE_URL_FILE names an empty file');
  return url;
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new OperatorError(`DATABASE_URL_FILE cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

/** Returns a text that identifies the database for an operator. It contains no password. */
export function describeDatabase(settings: DatabaseSettings): string {
  return settings.kind === 'external' ? describeUrl(settings.url) : `embedded PostgreSQL in ${settings.directory}`;
}
