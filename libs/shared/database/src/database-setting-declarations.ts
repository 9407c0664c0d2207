import { optionalSetting, setting, textParser } from '@petstore/settings';
import { allowedUrls } from './database-url.ts';

const allowedDirectories = 'a directory, or a path where one can be created';

/** The settings that choose the database. */
export const databaseLocationSettings = {
  url: optionalSetting('DATABASE_URL', textParser(allowedUrls), {
    meaning: 'the PostgreSQL to use; if not set, the service runs the embedded one',
  }),
  directory: setting('DATA_DIR', textParser(allowedDirectories), {
    default: '.petstore',
    meaning: 'directory of the embedded database, relative to the repository',
  }),
};

const asForPsql = textParser('a value as for psql');

/** Variables of psql. The driver reads them for the parts that DATABASE_URL lacks. */
export const driverSettings = {
  host: optionalSetting('PGHOST', asForPsql, { meaning: 'host or socket directory' }),
  port: optionalSetting('PGPORT', asForPsql, { meaning: 'port' }),
  database: optionalSetting('PGDATABASE', asForPsql, { meaning: 'name of the database' }),
  user: optionalSetting('PGUSER', asForPsql, { meaning: 'user' }),
  password: optionalSetting('PGPASSWORD', asForPsql, { meaning: 'password' }),
  passwordFile: optionalSetting('PGPASSFILE', asForPsql, {
    shownDefault: '~/.pgpass',
    meaning: 'file with passwords',
  }),
  sslMode: optionalSetting('PGSSLMODE', asForPsql, { meaning: 'sslmode' }),
  options: optionalSetting('PGOPTIONS', asForPsql, { meaning: 'options of the server process' }),
};
