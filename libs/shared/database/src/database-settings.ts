import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ClientConfig } from 'pg';
import { parse, toClientConfig } from 'pg-connection-string';
import { reachableDirectory } from './embedded/server-user.ts';
import { InvalidSetting } from './operator-error.ts';

/** Where the database is: at an address of yours, or embedded under a directory. */
export type DatabaseSettings =
  | { readonly kind: 'external'; readonly url: string }
  | {
      readonly kind: 'embedded';
      readonly directory: string;
      /** Said at start when the data cannot lie where it was asked for. */
      readonly notice?: string;
    };

/** Of libpq's modes those that say what they do: `allow` and `prefer` go without TLS when the server likes. */
const sslModes = ['disable', 'require', 'verify-ca', 'verify-full'];
const allowedUrl = `postgresql://user:password@host:port/database, with sslmode one of ${sslModes.join(', ')}`;
const defaultDirectory = '.petstore';

/**
 * @param variables `DATABASE_URL` wins over `DATA_DIR`; an empty one counts as absent
 * @param workspace what a relative `DATA_DIR` is relative to
 * @throws InvalidSetting
 */
export function databaseSettings(
  variables: { DATABASE_URL?: string | undefined; DATA_DIR?: string | undefined },
  workspace: string,
): DatabaseSettings {
  if (variables.DATABASE_URL) return { kind: 'external', url: checkedUrl(variables.DATABASE_URL) };
  const wanted = resolve(workspace, variables.DATA_DIR || defaultDirectory);
  if (statSync(wanted, { throwIfNoEntry: false })?.isDirectory() === false) {
    throw new InvalidSetting('DATA_DIR', wanted, 'a directory, or one that can be made');
  }
  const directory = reachableDirectory(wanted);
  if (directory === wanted) return { kind: 'embedded', directory };
  const notice =
    `running as root: PostgreSQL runs as an unprivileged user, which cannot reach ${wanted}; ` +
    `the data lies in ${directory} instead`;
  return { kind: 'embedded', directory, notice };
}

function checkedUrl(text: string): string {
  const schemeIsRight = /^postgres(ql)?:\/\//.test(text);
  const sslMode = /[?&]sslmode=([^&]*)/.exec(text)?.[1];
  if (!schemeIsRight || (sslMode !== undefined && !sslModes.includes(sslMode))) throw invalidUrl(text, allowedUrl);
  try {
    connectionOptions(text);
  } catch (error) {
    throw invalidUrl(text, `${allowedUrl} (${withoutSecrets((error as Error).message)})`);
  }
  return text;
}

function invalidUrl(text: string, allowed: string): InvalidSetting {
  return new InvalidSetting('DATABASE_URL', withoutSecrets(text), allowed);
}

/** The address as the driver takes it, `sslmode` with the meaning that it has for psql and pg_dump. */
export function connectionOptions(url: string): ClientConfig {
  return toClientConfig(parse(url, { useLibpqCompat: true }));
}

/** For messages: an address, or anything that holds one, without user and password. */
export function withoutSecrets(text: string): string {
  return text.replace(/\/\/.*@/s, '//…@').replace(/(password=)[^&\s]*/gi, '$1…');
}
