import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { nearestExisting } from '@petstore/embedded-postgres/server-user';
import { OperatorError, readTogether, refuse } from '@petstore/operations';
import { isUnencryptedByDefault, requireValidUrl, requireValidVariables } from './database-url.ts';
import { dataDirectory } from './data-directory.ts';

export { defaultStatementTimeout, maxEmbeddedPoolSize, statementTimeoutRange } from '../connection/database-limits.ts';

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

/** PostgreSQL limits the path of each file to 1,023 bytes. */
const maxDirectoryBytes = 900;

/**
 * Chooses the database.
 * @param env `DATABASE_URL` or the file of `DATABASE_URL_FILE` takes precedence over `DATA_DIR`. An empty value counts as absent.
 * @param workspace base directory of relative paths
 * @throws OperatorError if a variable has an invalid value, if the data directory cannot be used, or if two directories contain data
 */
export function databaseSettings(env: NodeJS.ProcessEnv, workspace: string): DatabaseSettings {
  const url = readUrl(env, workspace);
  if (url) {
    requireValidVariables(env, url);
    return { kind: 'external', url, ...(isUnencryptedByDefault(env, url) && { notice: unencrypted }) };
  }
  const directory = env['DATA_DIR'] || '.petstore';
  // A URL would become a path, which every program prints, with the password of the URL.
  if (directory.includes('://'))
    throw new OperatorError('DATA_DIR must be a directory, or a path where one can be created');
  const wanted = resolve(workspace, directory);
  // PostgreSQL writes the path into one line of a file. Node reads bytes that are not UTF-8 as U+FFFD.
  if (Buffer.byteLength(wanted) > maxDirectoryBytes || /[\p{Cc}\ufffd]/u.test(wanted))
    throw new OperatorError(
      `DATA_DIR must be a path of at most ${maxDirectoryBytes} bytes, in UTF-8, without control characters`,
    );
  const existing = nearestExisting(wanted);
  if (!statSync(existing).isDirectory())
    throw new OperatorError(`DATA_DIR is ${wanted}, but ${existing} is not a directory`);
  return { kind: 'embedded', ...dataDirectory(wanted, !env['DATA_DIR']) };
}

/** Reads DATABASE_URL, or the file of DATABASE_URL_FILE, because orchestrators mount secrets as files. */
function readUrl(env: NodeJS.ProcessEnv, workspace: string): string | undefined {
  const { DATABASE_URL: text, DATABASE_URL_FILE: file } = env;
  const [url, urlOfFile] = readTogether(
    () => text && requireValidUrl('DATABASE_URL', text),
    () => file && requireValidUrl('The text in DATABASE_URL_FILE', readText(resolve(workspace, file))),
    () => refuse(text && file ? ['DATABASE_URL and DATABASE_URL_FILE are both set: remove one of them'] : []),
  );
  return url || urlOfFile;
}

/** `trim` also removes the byte-order mark of a Windows editor. */
function readText(path: string): string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8').trim();
  } catch (error) {
    throw new OperatorError(`DATABASE_URL_FILE cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  if (text === '') throw new OperatorError('DATABASE_URL_FILE names an empty file');
  return text;
}
