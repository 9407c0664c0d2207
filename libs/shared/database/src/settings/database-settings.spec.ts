import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OperatorError } from '@petstore/operations';
import { databaseSettings } from './database-settings.ts';
import { connectionOptions } from './database-url.ts';
import { describeDatabase } from './describe-database.ts';

const workspace = '/tmp/workspace';
const read = (env: NodeJS.ProcessEnv) => databaseSettings(env, workspace);

it.each([
  [undefined, '/tmp/workspace/.petstore'],
  ['', '/tmp/workspace/.petstore'],
  ['data', '/tmp/workspace/data'],
  ['/tmp/elsewhere', '/tmp/elsewhere'],
])('without DATABASE_URL, DATA_DIR %j means the embedded database under %s', (DATA_DIR, directory) => {
  const settings = read({ DATA_DIR, DATABASE_URL: '' });
  expect(settings).toEqual({ kind: 'embedded', directory });
  expect(describeDatabase(settings)).toBe(`embedded PostgreSQL in ${directory}`);
});

const badPath = /^DATA_DIR must be a path of at most 900 bytes, in UTF-8, without control characters$/;
it.each([
  [__filename, `DATA_DIR is ${__filename}, but ${__filename} is not a directory`],
  [`${__filename}/data`, `DATA_DIR is ${__filename}/data, but ${__filename} is not a directory`],
  ['postgresql://u:hunter2@host/db', /^DATA_DIR must be a directory, or a path where one can be created$/],
  ['line\nbreak', badPath],
  ['\x1b[31mred', badPath],
  // Node replaces bytes that are not UTF-8.
  ['caf\ufffd', badPath],
  ['/long'.repeat(181), badPath],
])('rejects the DATA_DIR %s', (DATA_DIR, message) => {
  expect(() => read({ DATA_DIR })).toThrow(message);
});

it.each([
  ['postgresql://u:hunter2@localhost:5433/db', 'PostgreSQL on localhost:5433, database db'],
  ['postgres://127.0.0.1/db', 'PostgreSQL on 127.0.0.1:5432, database db'],
  ['postgresql://[::1]:5433/db', 'PostgreSQL on [::1]:5433, database db'],
  ['postgresql://u@/db?host=127.0.0.1&port=6543', 'PostgreSQL on 127.0.0.1:6543, database db'],
  ['postgresql://u@/db?host=%2Frun%2Fpostgresql', 'PostgreSQL on /run/postgresql/.s.PGSQL.5432, database db'],
  ['postgresql://u:hunter2%23%3F%40%2F@127.0.0.1/db', 'PostgreSQL on 127.0.0.1:5432, database db'],
  ['postgresql://u:hunt@er2@127.0.0.1/db', 'PostgreSQL on 127.0.0.1:5432, database db'],
  ['postgresql://localhost/db?user=u&password=hunter2&sslmode=disable', 'PostgreSQL on localhost:5432, database db'],
  ['postgresql:///db', 'PostgreSQL on localhost:5432, database db'],
])('accepts the DATABASE_URL %s and shows host, port and database', (url, description) => {
  const settings = read({ DATABASE_URL: url, DATA_DIR: 'ignored' });
  expect(settings).toEqual({ kind: 'external', url });
  expect(describeDatabase(settings)).toBe(description);
});

it.each([
  ['postgresql://ann%40x:p%2F%3A%2b+@%2Frun%2Fpostgresql/a%2Fb%3F%23%26%40%3A%2B%3D%2C%3B%24%25', 'a/b?#&@:+=,;$%'],
  ['postgresql://db.example/caf%C3%A9', 'café'],
  ['postgresql://db.example/café', 'café'],
  ['postgresql://db.example/..', '..'],
  ['postgresql://db.example/a/b', 'a/b'],
  ['postgresql://db.example/%2541', '%41'],
  ['postgresql://db.example/one?dbname=two+%2B', 'two++'],
])('decodes the name of the database in %s as psql does', (url, database) => {
  expect(read({ DATABASE_URL: url }).kind).toBe('external');
  expect(connectionOptions(url)).toMatchObject({ database });
});

it('decodes the user, the password, the host and the parameters, too', () => {
  const url = 'postgresql://ann%40x:p%2F%3A%2b+%C3%A9@%2Frun%2Fpostgresql/db?options=-c%20search_path%3Da%2Bb+';
  expect(connectionOptions(url)).toMatchObject({
    ...{ user: 'ann@x', password: 'p/:++é', host: '/run/postgresql', options: '-c search_path=a+b+' },
  });
});

it('shows host, port and database of the PG* variables if the DATABASE_URL has none', () => {
  const variables = { PGHOST: 'db.example', PGPORT: '5433', PGDATABASE: 'pets' };
  jest.replaceProperty(process, 'env', { ...process.env, ...variables });
  const shown = (DATABASE_URL: string) => describeDatabase(read({ DATABASE_URL }));
  expect(shown('postgresql://')).toBe('PostgreSQL on db.example:5433, database pets');
  expect(shown('postgresql://127.0.0.1/db')).toBe('PostgreSQL on 127.0.0.1:5433, database db');
});

it.each([
  ['another scheme', 'mysql://user:hunter2@host/db'],
  ['no scheme', 'user:hunter2@host/db'],
  ['the form of libpq', 'host=db user=ann password = hunter2'],
  ['quotation marks', '"postgresql://user:hunter2@host/db"'],
  ['a line break', 'postgresql://user:hunter2@host/db\n'],
  ['no slashes', 'postgresql:user:hunter2@host/db'],
  ['white space', 'postgresql://host/db password = hunter2'],
  ['a port that is no number', 'postgresql://user:pw@host:hunter2/db'],
  ['a port that only begins with a number', 'postgresql://user:hunter2@host:5432x/db'],
  ['a port that is too large', 'postgresql://user:hunter2@host:70000/db'],
  ['a slash in the password', 'postgresql://user:12/hunter2@host/db'],
  ['a question mark in the password', 'postgresql://user:x?hunter2@host/db'],
  ['a question mark and an equals sign in the password', 'postgresql://user:12?a=hunter2@host/db'],
  ['a number sign in the password', 'postgresql://user:12#hunter2@host/db'],
  ['wrong percent-encoding', 'postgresql://user:hunter2%ff@host/db'],
  ['percent-encoding that is no number in the password', 'postgresql://user:hunter2%zz@host/db'],
  ['percent-encoding that ends too early', 'postgresql://user:hunter2@host/db%2'],
  ['a percent sign in the name of the database', 'postgresql://user:hunter2@host/100%'],
  ['U+0000 in the name of the database', 'postgresql://user:hunter2@host/db%00'],
  ['a percent sign in a parameter', 'postgresql://user:hunter2@host/db?application_name=100%'],
  ['several hosts', 'postgresql://user:hunter2@host,other/db'],
  ['an encoded "@" after the password', 'postgresql://user%3Ahunter2%40host:5432/db'],
  ['an unknown sslmode', 'postgresql://user:hunter2@host/db?sslmode=on'],
  ['an unknown sslnegotiation', 'postgresql://user:hunter2@host/db?sslnegotiation=on'],
  ['a direct sslnegotiation without TLS', 'postgresql://user:hunter2@host/db?sslnegotiation=direct'],
  ['sslmode=prefer', 'postgresql://user:hunter2@host/db?sslmode=prefer'],
  ['sslmode=verify-ca without sslrootcert', 'postgresql://user:hunter2@host/db?sslmode=verify-ca'],
  ['a missing certificate', 'postgresql://user:hunter2@host/db?sslmode=require&sslrootcert=/none/such'],
])('rejects a DATABASE_URL with %s, and shows no part of it', (_, DATABASE_URL) => {
  const reject = () => read({ DATABASE_URL });
  expect(reject).toThrow(
    /^DATABASE_URL \(its value is not shown\) must be postgresql:\/\/user:password@host:port\/database, with a port [^\n]* sslmode [^\n]*$/,
  );
  expect(reject).not.toThrow('hunter2');
});

it('refuses wrong PG* variables, which the driver would ignore, in one message, but not those that the URL overrides', () => {
  const url = { DATABASE_URL: 'postgresql://db.example/pets' };
  const sslModes = 'PGSSLMODE must be one of the following values: disable, prefer, require, verify-ca, verify-full';
  expect(() => read({ ...url, PGSSLMODE: 'verify_full', PGPORT: '70000' })).toThrow(
    new OperatorError(`${sslModes}\nPGPORT must be an integer from 1 to 65535`),
  );
  expect(read({ ...url, PGSSLMODE: '', PGPORT: '5433' }).kind).toBe('external');
  expect(() => read({ ...url, PGSSLNEGOTIATION: 'direct', PGHOST: 'a,b' })).toThrow(
    /^PGSSLNEGOTIATION must be postgres, or, /,
  );
  expect(read({ ...url, PGSSLNEGOTIATION: 'direct', PGSSLMODE: 'require' }).kind).toBe('external');
  expect(() => read({ DATABASE_URL: 'postgresql:///pets', PGHOST: 'a,b' })).toThrow('PGHOST must be one host');
  const complete = { DATABASE_URL: 'postgresql://db.example:5432/pets?sslmode=require' };
  expect(read({ ...complete, PGSSLMODE: 'allow', PGPORT: '5432,5433' }).kind).toBe('external');
  // The embedded PostgreSQL does not use them.
  expect(read({ PGSSLMODE: 'verify_full' }).kind).toBe('embedded');
});

it.each([
  ['service', 'prod'],
  ['hostaddr', '127.0.0.1'],
  ['channel_binding', 'require'],
  ['target_session_attrs', 'standby'],
  ['sslcrl', '/crl'],
  ['pgbouncer', 'true'],
])('refuses the parameter %s of a DATABASE_URL, which is not read', (name, value) => {
  const refusal = () => read({ DATABASE_URL: `postgresql://ann:hunter2@db.example/pets?${name}=${value}` });
  expect(refusal).toThrow(
    new RegExp(
      `^DATABASE_URL \\(its value is not shown\\) has parameters that are not read: remove ${name}\\. [^\n]*$`,
    ),
  );
  expect(refusal).not.toThrow('hunter2');
});

it('accepts parameters that change nothing, and those of a session', () => {
  const query = 'target_session_attrs=read-write&channel_binding=prefer&connect_timeout=10&application_name=x&ssl=true';
  expect(read({ DATABASE_URL: `postgresql://db.example/pets?${query}` }).kind).toBe('external');
});

const complete = 'postgresql://ann@db.example:5432/pets?sslmode=verify-full';

it.each([
  ['PGSERVICE', 'prod', 'postgresql://db.example/pets', complete],
  ['PGSERVICEFILE', '/services', 'postgresql://ann@db.example:5432/pets', complete],
  ['PGHOSTADDR', '127.0.0.1', complete, undefined],
  ['PGSSLROOTCERT', '/ca.pem', complete, `${complete}&sslrootcert=${__filename}`],
  ['PGSSLCERT', '/crt.pem', complete, `${complete}&sslcert=${__filename}`],
  ['PGSSLKEY', '/key.pem', complete, 'postgresql://db.example/pets?sslmode=disable'],
  ['PGSSLCRL', '/crl.pem', complete, 'postgresql://db.example/pets?sslmode=disable'],
  ['PGSSLMINPROTOCOLVERSION', 'TLSv1.3', complete, undefined],
  ['PGCHANNELBINDING', 'require', complete, undefined],
  ['PGREQUIREAUTH', 'scram-sha-256', complete, undefined],
  ['PGREQUIREPEER', 'postgres', complete, undefined],
  ['PGGSSENCMODE', 'require', complete, undefined],
  ['PGKRBSRVNAME', 'pg', complete, undefined],
  ['PGTARGETSESSIONATTRS', 'standby', complete, undefined],
  ['PGLOADBALANCEHOSTS', 'random', complete, undefined],
])('refuses %s, which psql would use, unless the URL has what it gives', (variable, value, url, sufficient) => {
  const refusal = () => read({ DATABASE_URL: url, [variable]: value });
  expect(refusal).toThrow(new RegExp(`^${variable}, which psql uses, is not read with DATABASE_URL: remove it[^\n]*$`));
  expect(refusal).not.toThrow(value);
  if (sufficient) expect(read({ DATABASE_URL: sufficient, [variable]: value }).kind).toBe('external');
  // The embedded PostgreSQL does not use it.
  expect(read({ [variable]: value }).kind).toBe('embedded');
});

it('names all refused variables, and what may be instead', () => {
  const url = { DATABASE_URL: 'postgresql://db.example/pets?sslmode=verify-full' };
  expect(() => read({ ...url, PGSSLROOTCERT: '/ca', PGSERVICE: 'prod', PGGSSENCMODE: 'require' })).toThrow(
    new OperatorError(
      'PGSSLROOTCERT, which psql uses, is not read with DATABASE_URL: remove it, or let DATABASE_URL have sslrootcert\n' +
        'PGSERVICE, which psql uses, is not read with DATABASE_URL: remove it, or let DATABASE_URL have host, port, user, dbname, sslmode\n' +
        'PGGSSENCMODE, which psql uses, is not read with DATABASE_URL: remove it, or set it to disable or prefer',
    ),
  );
});

it('ignores the variables of sessions, and those that change nothing', () => {
  const ofSessions = {
    PGOPTIONS: '-c x=y',
    PGTZ: 'CET',
    PGDATESTYLE: 'German',
    PGCLIENTENCODING: 'LATIN1',
    PGGEQO: 'off',
  };
  const others = { PGAPPNAME: 'x', PGCONNECT_TIMEOUT: '1', PGDATA: '/data', PGTARGETSESSIONATTRS: 'primary' };
  expect(read({ DATABASE_URL: complete, ...ofSessions, ...others, PGHOSTADDR: '' }).kind).toBe('external');
});

it('shows no part of a password that is not encoded', () => {
  const secret = 'Xq7Zk';
  const special = ['', '1', '@', ':', '/', '?', '1?a=', '#', '%', '&', '=', ' ', "'", '[', '\\', '\n', '%ff', '%40'];
  for (const [before, within] of special.flatMap((first) => special.map((second) => [first, second]))) {
    const url = `postgresql://ann:${before}${secret}${within}${secret}@db.example/db`;
    let shown: string;
    try {
      shown = describeDatabase(read({ DATABASE_URL: url }));
    } catch (error) {
      shown = String(error);
    }
    // Compared without `expect`, which is slow.
    if (shown.includes(secret)) throw new Error(`${JSON.stringify(url)} shows ${shown}`);
  }
});

it.each([
  ['?sslmode=disable', false],
  ['?sslmode=require', { rejectUnauthorized: false }],
  ['?sslmode=verify-full', {}],
])('%j has the same TLS options as in psql', (query, ssl) => {
  expect(connectionOptions(`postgresql://host/db${query}`).ssl).toEqual(ssl);
});

it.each([
  ['postgresql://u:p@db.example/db', true],
  ['postgresql://u@/db?host=db.example', true],
  ['postgresql://u@db.example/db?sslmode=disable', false],
  ['postgresql:///db', false],
  ['postgresql://localhost/db', false],
])('%s gets a warning about encryption: %j', (DATABASE_URL, isWarned) => {
  const { notice } = read({ DATABASE_URL });
  if (isWarned) expect(notice).toMatch(/^DATABASE_URL has no sslmode, so .* not encrypted .* add sslmode=verify-full/);
  else expect(notice).toBeUndefined();
  expect(read({ DATABASE_URL, PGSSLMODE: 'require' }).notice).toBeUndefined();
});

it('gets a warning about encryption, too, if PGHOST is the host', () => {
  const DATABASE_URL = 'postgresql://ann:secret@/petstore';
  expect(read({ DATABASE_URL, PGHOST: 'db.example' }).notice).toContain('not encrypted');
  expect(read({ DATABASE_URL, PGHOST: '/run/postgresql' }).notice).toBeUndefined();
});

describe('DATABASE_URL_FILE', () => {
  const url = 'postgresql://ann:hunter2@127.0.0.1/pets';
  let directory: string;

  beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'database-url-'))));

  afterEach(() => rmSync(directory, { recursive: true }));

  it.each([`${url}\n`, `\ufeff${url}\r\n`])(
    'names a file with the URL, also one of a Windows editor: %j',
    (content) => {
      writeFileSync(join(directory, 'url'), content);
      expect(databaseSettings({ DATABASE_URL_FILE: 'url' }, directory)).toMatchObject({ kind: 'external', url });
    },
  );

  it('and DATABASE_URL are refused together, with all their faults', () => {
    const refusal = () => read({ DATABASE_URL_FILE: 'missing', DATABASE_URL: 'mysql://ann:hunter2@h/d' });
    expect(refusal).toThrow(
      /^DATABASE_URL \(its .*\nDATABASE_URL_FILE cannot be read \(ENOENT\)\nDATABASE_URL and DATABASE_URL_FILE are both set/,
    );
    expect(refusal).not.toThrow('hunter2');
  });

  it.each([
    [
      'another scheme',
      /^The text in DATABASE_URL_FILE \(its value is not shown\) must be /,
      { DATABASE_URL_FILE: 'mysql' },
    ],
    ['a missing file', 'DATABASE_URL_FILE cannot be read (ENOENT)', { DATABASE_URL_FILE: 'missing' }],
    ['an empty file', 'DATABASE_URL_FILE names an empty file', { DATABASE_URL_FILE: 'empty' }],
    ['two URLs', 'DATABASE_URL and DATABASE_URL_FILE are both set', { DATABASE_URL_FILE: 'url', DATABASE_URL: url }],
  ])('is refused with %s', (_, message, env) => {
    writeFileSync(join(directory, 'empty'), '\n');
    writeFileSync(join(directory, 'mysql'), 'mysql://ann:hunter2@h/d');
    const refusal = () => databaseSettings(env, directory);
    expect(refusal).toThrow(message);
    expect(refusal).not.toThrow('hunter2');
  });
});
