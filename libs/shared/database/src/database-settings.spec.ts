import { connectionOptions, databaseSettings } from './database-settings.ts';
import { InvalidSetting } from './operator-error.ts';

const workspace = '/tmp/workspace';

describe('without DATABASE_URL', () => {
  it.each([
    [undefined, '/tmp/workspace/.petstore'],
    ['', '/tmp/workspace/.petstore'],
    ['data', '/tmp/workspace/data'],
    ['/tmp/elsewhere', '/tmp/elsewhere'],
  ])('DATA_DIR %j means the embedded database under %s', (DATA_DIR, directory) => {
    expect(databaseSettings({ DATA_DIR, DATABASE_URL: '' }, workspace)).toEqual({ kind: 'embedded', directory });
  });
});

it('refuses a DATA_DIR that is no directory', () => {
  expect(() => databaseSettings({ DATA_DIR: __filename }, workspace)).toThrow(
    /^DATA_DIR is ".*", but must be a directory/,
  );
});

describe('DATABASE_URL', () => {
  it.each(['postgresql://u:p@host:5433/db', 'postgres://host/db', 'postgresql://u@/db?host=%2Frun%2Fpostgresql'])(
    'is taken as it is: %s',
    (url) => {
      expect(databaseSettings({ DATABASE_URL: url, DATA_DIR: 'ignored' }, workspace)).toEqual({
        kind: 'external',
        url,
      });
    },
  );

  it.each([
    ['', undefined],
    ['?sslmode=disable', false],
    ['?sslmode=require', { rejectUnauthorized: false }],
    ['?sslmode=verify-full', {}],
  ])('with %j is connected as psql would', (query, ssl) => {
    const url = `postgresql://host/db${query}`;
    expect(databaseSettings({ DATABASE_URL: url }, workspace)).toEqual({ kind: 'external', url });
    expect(connectionOptions(url).ssl).toEqual(ssl);
  });

  it.each([
    'mysql://user:hunter2@host/db',
    'mysql://user:hunter2@/hunter2@host/db',
    'postgresql:host',
    'host/db?password=hunter2',
    'postgresql://user:hunter2@host/db?sslmode=on',
    'postgresql://user:hunter2@host/db?sslmode=prefer',
    'postgresql://user:hunter2@host/db?sslmode=verify-ca',
    'postgresql://user:hunter2@host/db?sslmode=require&sslrootcert=/none/such',
    'postgresql://user:hunter2@host:port/db',
  ])('is refused in one line without its password: %s', (DATABASE_URL) => {
    const read = () => databaseSettings({ DATABASE_URL }, workspace);
    expect(read).toThrow(InvalidSetting);
    expect(read).toThrow(/^DATABASE_URL is ".*", but must be postgresql:\/\/.*$/);
    expect(read).not.toThrow(/hunter2/);
  });
});
