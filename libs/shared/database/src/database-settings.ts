import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { InvalidSetting } from '@petstore/settings';
import { checkedUrl, isUnencryptedByDefault } from './database-url.ts';
import { dataDirectory } from './embedded/data-directory.ts';

/** Where the database is: at an address of yours, or embedded under a directory. */
export type DatabaseSettings = (
  { readonly kind: 'external'; readonly url: string } | { readonly kind: 'embedded'; readonly directory: string }
) & {
  /** Said at start: what an operator may not expect of this database. */
  readonly notice?: string;
};

const defaultDirectory = '.petstore';

const unencrypted =
  'DATABASE_URL has no sslmode, so the connection to the database is not encrypted (psql would try TLS): ' +
  'add sslmode=verify-full, or sslmode=disable if that is intended';

/**
 * @param variables `DATABASE_URL` wins over `DATA_DIR`; an empty one counts as absent. The driver itself reads `PGSSLMODE`.
 * @param workspace what a relative `DATA_DIR` is relative to
 * @throws InvalidSetting
 * @throws OperatorError when the data directory cannot be used, or when there are two
 */
export function databaseSettings(
  variables: {
    DATABASE_URL?: string | undefined;
    DATA_DIR?: string | undefined;
    PGSSLMODE?: string | undefined;
  },
  workspace: string,
): DatabaseSettings {
  if (variables.DATABASE_URL) {
    const url = checkedUrl(variables.DATABASE_URL);
    const isToBeTold = !variables.PGSSLMODE && isUnencryptedByDefault(url);
    return { kind: 'external', url, ...(isToBeTold && { notice: unencrypted }) };
  }
  const wanted = resolve(workspace, variables.DATA_DIR || defaultDirectory);
  if (statSync(wanted, { throwIfNoEntry: false })?.isDirectory() === false) {
    throw new InvalidSetting('DATA_DIR', wanted, 'a directory, or one that can be made');
  }
  return { kind: 'embedded', ...dataDirectory(wanted, !variables.DATA_DIR) };
}
