import {
  notShown,
  optionalSetting,
  parseCount,
  parseMilliseconds,
  parseSwitch,
  setting,
  settingParser,
  textParser,
} from '@petstore/settings';
import { allowedUrls, requireValidUrl, urlWithoutPassword } from './database-url.ts';

const allowedDirectories = 'a directory, or a path where one can be created';

const urlParser = Object.assign((_: string, text: string) => requireValidUrl(text), { allowed: allowedUrls });

/** A URL would become a path, which every program prints, with the password of the URL. */
const parseDirectory = settingParser(allowedDirectories, (text) => (text.includes('://') ? undefined : text));

/** The settings that choose the database. */
export const databaseLocationSettings = {
  url: optionalSetting('DATABASE_URL', urlParser, {
    meaning: 'the PostgreSQL to use; if not set, the service runs the embedded one',
    isSecret: true,
    shown: urlWithoutPassword,
  }),
  directory: setting('DATA_DIR', parseDirectory, {
    default: '.petstore',
    meaning: 'directory of the embedded database, relative to the repository',
  }),
};

/** The settings of the connections to the database. */
export const databaseLimitSettings = {
  poolSize: setting('DATABASE_POOL_SIZE', parseCount, {
    default: '10',
    meaning: 'maximum number of database connections of an instance',
  }),
  poolQueue: setting('DATABASE_POOL_QUEUE', parseCount, {
    default: '1000',
    meaning: 'maximum number of callers that wait for a connection; further ones get 503 at once',
  }),
  connectTimeout: setting('DATABASE_CONNECT_TIMEOUT', parseMilliseconds, {
    default: '1500',
    meaning: 'time to get a connection, new or pooled',
  }),
  statementTimeout: setting('DATABASE_STATEMENT_TIMEOUT', parseMilliseconds, {
    default: '1500',
    meaning: 'time of a statement; it may wait for a lock for nine tenths of it',
  }),
  prepare: setting('DATABASE_PREPARE', parseSwitch, {
    default: 'on',
    meaning: 'whether statements have names; off for poolers that cannot keep prepared statements',
  }),
};

const asForPsql = textParser('a value as for psql');

/** Variables of psql. The driver reads them for the parts that DATABASE_URL lacks. */
export const driverSettings = {
  host: optionalSetting('PGHOST', asForPsql, { meaning: 'host or socket directory' }),
  port: optionalSetting('PGPORT', asForPsql, { meaning: 'port' }),
  database: optionalSetting('PGDATABASE', asForPsql, { meaning: 'name of the database' }),
  user: optionalSetting('PGUSER', asForPsql, { meaning: 'user' }),
  password: optionalSetting('PGPASSWORD', asForPsql, { meaning: 'password', shown: () => notShown }),
  passwordFile: optionalSetting('PGPASSFILE', asForPsql, {
    shownDefault: '~/.pgpass',
    meaning: 'file with passwords',
  }),
  sslMode: optionalSetting('PGSSLMODE', asForPsql, { meaning: 'sslmode' }),
  options: optionalSetting('PGOPTIONS', asForPsql, { meaning: 'options of the server process' }),
};
