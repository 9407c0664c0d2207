import { resolve } from 'node:path';
import { parse } from 'pg-connection-string';
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

const sslModes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full'];
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
  const directory = reachableDirectory(wanted);
  if (directory === wanted) return { kind: 'embedded', directory };
  const notice =
    `running as root: PostgreSQL runs as an unprivileged user, which cannot reach ${wanted}; ` +
    `the data lies in ${directory} instead`;
  return { kind: 'embedded', directory, notice };
}

/** The address with libpq's meaning of `sslmode`, which is what psql and pg_dump make of the same address. */
function checkedUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const schemeIsRight = /^postgres(ql)?:\/\//.test(text);
  const sslMode = url?.searchParams.get('sslmode');
  if (!schemeIsRight || (sslMode && !sslModes.includes(sslMode))) {
    throw new InvalidSetting('DATABASE_URL', withoutSecrets(text), allowedUrl);
  }
  const isPlain = !sslMode || /[?&]uselibpqcompat=/.test(text);
  const meant = isPlain ? text : `${text}&uselibpqcompat=true`;
  try {
    parse(meant);
  } catch (error) {
    const cause = withoutSecrets(error instanceof Error ? error.message : String(error));
    throw new InvalidSetting('DATABASE_URL', withoutSecrets(text), `${allowedUrl} (${cause})`);
  }
  return meant;
}

/** For messages: an address, or anything that holds one, without user and password. */
export function withoutSecrets(text: string): string {
  return text.replace(/\/\/[^@/]*@/, '//…@').replace(/(password=)[^&\s]*/gi, '$1…');
}
