import type { EmbeddedPostgresOptions } from '../options.ts';

/** A program that embeds PostgreSQL, for the tests of the embedded PostgreSQL. */
export const testOptions: EmbeddedPostgresOptions = {
  name: 'program',
  systemDirectory: '/var/lib/program',
  settings: {},
  sessionOptions: '-c statement_timeout=0',
  directorySetting: 'DATA_DIR',
  urlSetting: 'DATABASE_URL',
  Failed: class Failed extends Error {},
  Unreachable: class Unreachable extends Error {
    constructor(cause: Error) {
      super(cause.message, { cause });
    }
  },
};
