import type { EmbeddedPostgresOptions } from '@petstore/embedded-postgres/options';
import { systemDirectory } from './data-directory.ts';
import { embeddedConnections } from '../connection/database-limits.ts';
import { DatabaseUnreachable, EmbeddedPostgresFailed } from '../errors/operator.errors.ts';
import { startupOptions } from '../connection/session-settings.ts';

/** What the embedded PostgreSQL gets to know of this program. */
export const embeddedOptions: EmbeddedPostgresOptions = {
  name: 'petstore',
  systemDirectory,
  settings: { max_connections: String(embeddedConnections) },
  sessionOptions: startupOptions({ statementTimeout: 0 }),
  directorySetting: 'DATA_DIR',
  urlSetting: 'DATABASE_URL',
  Failed: EmbeddedPostgresFailed,
  Unreachable: DatabaseUnreachable,
};
