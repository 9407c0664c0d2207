import { databaseSettings } from './database-settings.ts';
import { databaseVariables } from './database-variables.ts';

const workspace = '/tmp/workspace';

const variablesOf = (env: NodeJS.ProcessEnv) => databaseVariables(env, databaseSettings(env, workspace));

it.each([
  [{}, {}],
  [{ DATA_DIR: '' }, {}],
  [{ DATA_DIR: 'my data' }, { DATA_DIR: '/tmp/workspace/my data' }],
  [
    { DATA_DIR: '/tmp/elsewhere', DATABASE_URL: '' },
    { DATA_DIR: '/tmp/elsewhere', DATABASE_URL: '' },
  ],
  [{ DATABASE_URL: '' }, { DATABASE_URL: '' }],
  [{ PGOPTIONS: '-c search_path=a', PGHOST: 'h' }, { PGOPTIONS: '-c search_path=a' }],
  [{ DATABASE_URL: 'postgresql://u:hunter2@h/db', DATA_DIR: 'x' }, { DATABASE_URL: 'postgresql://u@h/db' }],
  [
    { DATABASE_URL: 'postgresql://h/db?user=u&password=hunter2&sslmode=disable' },
    { DATABASE_URL: 'postgresql://h/db?user=u&sslmode=disable' },
  ],
])('returns for %j the variables %j', (env, variables) => expect(variablesOf(env)).toEqual(variables));

it('returns the variables of psql that are set, except PGPASSWORD', () => {
  const env = { PGHOST: 'db.example', PGUSER: 'ann', PGDATABASE: '', PGPASSWORD: 'hunter2', PGSSLMODE: 'verify-full' };
  expect(variablesOf({ ...env, DATABASE_URL: 'postgresql:///pets' })).toEqual({
    PGHOST: 'db.example',
    PGUSER: 'ann',
    PGSSLMODE: 'verify-full',
    DATABASE_URL: 'postgresql:///pets',
  });
});
