import { OperatorError, redactSecrets } from '@petstore/settings';
import { connectionOptions, urlWithoutPassword } from './database-url.ts';
import { databaseSettings, describeDatabase } from './database-settings.ts';

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

it('rejects a DATA_DIR that is not a directory', () => {
  expect(() => databaseSettings({ DATA_DIR: __filename }, workspace)).toThrow(
    `DATA_DIR is ${__filename}, but ${__filename} is not a directory`,
  );
});

it('rejects a DATA_DIR below a file', () => {
  expect(() => databaseSettings({ DATA_DIR: `${__filename}/data` }, workspace)).toThrow(
    `DATA_DIR is ${__filename}/data, but ${__filename} is not a directory`,
  );
});

/** Returns the error message, and expects it to be one line. Returns undefined if the URL is valid. */
function errorMessageOf(DATABASE_URL: string): string | undefined {
  try {
    databaseSettings({ DATABASE_URL }, workspace);
    return undefined;
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    expect(error.message).not.toMatch(/[\r\n]/);
    return error.message;
  }
}

describe('DATABASE_URL', () => {
  it.each([
    'postgresql://u:p@localhost:5433/db',
    'postgres://127.0.0.1/db',
    'postgresql://[::1]:5433/db',
    'postgresql://u@/db?host=::1',
    'postgresql://u@%2Fvar%2Frun%3Aa/db',
    'postgresql://u@/db?host=%2Frun%2Fpostgresql',
    'postgresql://u:p%23%3F%40%2F@127.0.0.1/db',
    'postgresql://u:p w@127.0.0.1/db',
    'postgresql://u:100%pw@127.0.0.1/db',
    'postgresql://host/db?user=u&password=p@ss&sslmode=disable',
  ])('is accepted unchanged: %s', (url) => {
    expect(databaseSettings({ DATABASE_URL: url, DATA_DIR: 'ignored' }, workspace)).toEqual({ kind: 'external', url });
  });

  it.each([
    ['?sslmode=disable', false],
    ['?sslmode=require', { rejectUnauthorized: false }],
    ['?sslmode=verify-full', {}],
  ])('with %j has the same TLS options as in psql', (query, ssl) => {
    const url = `postgresql://host/db${query}`;
    expect(databaseSettings({ DATABASE_URL: url }, workspace)).toEqual({ kind: 'external', url });
    expect(connectionOptions(url).ssl).toEqual(ssl);
  });

  it.each([
    ['mysql://user:hunter2@host/db', 'its scheme is missing, or is not postgresql or postgres'],
    ['postgressql://user:hunter2@host/db', 'its scheme is missing, or is not postgresql or postgres'],
    ['user:hunter2@host/db', 'its scheme is missing, or is not postgresql or postgres'],
    ['host=db user=ann password = hunter2', 'its scheme is missing, or is not postgresql or postgres'],
    ["host=db user=ann password='hunter2 hunter2'", 'it starts or ends with a quotation mark or white space'],
    ['"postgresql://user:hunter2@host/db"', 'it starts or ends with a quotation mark or white space'],
    ['postgresql://user:hunter2@host/db\n', 'it starts or ends with a quotation mark or white space'],
    ['postgresql:user:hunter2@host/db', '"//" is missing after its scheme'],
    ['postgresql:/user:hunter2@host/db', '"//" is missing after its scheme'],
    ['postgresql://host/db password = hunter2', 'it contains white space'],
    ['postgresql://user:hunter2@host:port/db', 'its port is not an integer from 1 to 65535'],
    ['postgresql://user:hunter2@host:70000/db', 'its port is not an integer from 1 to 65535'],
    ['postgresql://user@host/db?port=hunter2', 'its port is not an integer from 1 to 65535'],
    ['postgresql://user:hun/ter2@host/db', 'its port is not an integer from 1 to 65535'],
    ['postgresql://user:hun?ter2@host/db', 'its port is not an integer from 1 to 65535'],
    ['postgresql://user:hun#ter2@host/db', 'it contains "#"'],
    ['postgresql://user:12/hunter2@host/db', 'its user name and host are ambiguous'],
    ['postgresql://user=ann&password=hunter2@host/db', 'its user name contains "="'],
    ['postgresql://user:hunter2%ff@host/db', 'its percent-encoding is wrong'],
    ['postgresql://user:hunter2@ho^st/db', 'its host cannot be parsed'],
    ['postgresql://user%3Ahunter2%40host:5432/db', 'its user name and host are ambiguous'],
    ['postgresql://user%3Ahunter2/db', 'its user name and host are ambiguous'],
    ['postgresql://hunter2%40host/db', 'its user name and host are ambiguous'],
    ['postgresql://user@/db?host=user%3Ahunter2%40host', 'its user name and host are ambiguous'],
    ['postgresql://user@/db?host=hun%20ter2', 'its user name and host are ambiguous'],
    ['postgresql://user:hunter2@host/db?sslmode=on', 'its sslmode is none of these'],
    ['postgresql://user:hunter2@host/db?sslmode=prefer', 'its sslmode is none of these'],
    ['postgresql://user:hunter2@host/db?sslmode=verify-ca', 'sslmode=verify-ca needs sslrootcert'],
    [
      'postgresql://user:hunter2@host/db?sslmode=require&sslrootcert=/none/such',
      'sslrootcert, sslcert or sslkey cannot',
    ],
    ['postgresql://user:hunter2@host/db?sslmode=require&uselibpqcompat=true', 'uselibpqcompat is not allowed'],
  ])(
    'is rejected with a message that names the invalid part and contains no text of the URL: %s',
    (DATABASE_URL, reason) => {
      const refusal = errorMessageOf(DATABASE_URL);
      expect(refusal).toMatch(
        /^DATABASE_URL \(its value is not shown\) must be postgresql:\/\/user:password@host:port/,
      );
      expect(refusal).toContain(reason);
      expect(refusal).not.toMatch(/hunter2|hun\b|ter2/);
    },
  );

  const secret = 'Xq7Zk';
  const special = ['', '@', ':', '/', '?', '#', '%', '&', '=', ' ', "'", '"', '[', ']', '\\', '\n', '%zz', '%ff'];
  const passwords = special.flatMap((before) => special.map((within) => `${before}${secret}${within}${secret}`));
  const right = {
    quote: '',
    scheme: 'postgresql',
    slashes: '://',
    user: 'ann:',
    host: '@db.example',
    port: '',
    rest: '/db',
  };
  const wrong: Partial<typeof right>[] = [
    {},
    ...['"', "'", ' '].map((quote) => ({ quote })),
    ...['postgre', 'mysql', ''].map((scheme) => ({ scheme })),
    ...[':/', ':', '', ':///', ' = '].map((slashes) => ({ slashes })),
    ...[':', 'user=ann password = ', 'user=ann&password='].map((user) => ({ user })),
    ...['@', '@[::1]', '@ho st', '@^'].map((host) => ({ host })),
    ...[':5432', ':port', ':0', ':99999'].map((port) => ({ port })),
    ...['', '/db?sslmode=on', '/db?sslmode=verify-ca', '?x', '#x', '/db?sslrootcert=/none'].map((rest) => ({ rest })),
  ];

  it.each(wrong)('is never shown with a part of its password in messages: %j', (wrongParts) => {
    const { quote, scheme, slashes, user, host, port, rest } = { ...right, ...wrongParts };
    for (const password of passwords) {
      const url = [quote, scheme, slashes, user, password, host, port, rest, quote].join('');
      const refusal = errorMessageOf(url);
      const shown = refusal ?? namedByTheDriver(url);
      // Compared without `expect`, which is slow.
      if (shown.includes(secret)) throw new Error(`${JSON.stringify(url)} shows ${shown}`);
    }
  });

  function namedByTheDriver(url: string): string {
    const { user, host, port, database } = connectionOptions(url);
    const description = describeDatabase({ kind: 'external', url });
    return `${redactSecrets([user, host, port, database].join(' '))} ${description}`;
  }

  const notice = /^DATABASE_URL has no sslmode, so the connection .* is not encrypted .* add sslmode=verify-full/;

  it.each(['postgresql://u:p@db.example/db', 'postgres://10.0.0.1/db', 'postgresql://u@/db?host=db.example'])(
    'gets a notice if it leads to another machine without an sslmode: %s',
    (DATABASE_URL) => {
      expect(databaseSettings({ DATABASE_URL }, workspace).notice).toMatch(notice);
      expect(databaseSettings({ DATABASE_URL, PGSSLMODE: 'require' }, workspace).notice).toBeUndefined();
    },
  );

  it.each(['postgresql://u@db.example/db?sslmode=disable', 'postgresql:///db', 'postgresql://localhost/db'])(
    'gets no notice if it is local or has an sslmode: %s',
    (DATABASE_URL) => expect(databaseSettings({ DATABASE_URL }, workspace).notice).toBeUndefined(),
  );
});

it('describes the embedded database by its directory', () => {
  const settings = { kind: 'embedded', directory: '/srv/data', notice: 'moved' } as const;
  expect(describeDatabase(settings)).toBe('embedded PostgreSQL in /srv/data');
});

describe('urlWithoutPassword', () => {
  it.each([
    ['postgresql://u:hunter2@db.example:5433/db', 'postgresql://u@db.example:5433/db'],
    ['postgresql://u:hunt@er2@db.example/db', 'postgresql://u@db.example/db'],
    ['postgresql://u%40x:hunter2%40@db.example/db', 'postgresql://u%40x@db.example/db'],
    ['postgresql://:hunter2@db.example/db', 'postgresql://db.example/db'],
    ['postgresql://u@db.example/db', 'postgresql://u@db.example/db'],
    ['postgresql://[::1]:5433/db', 'postgresql://[::1]:5433/db'],
    ['postgresql://u:hunter2@[::1]:5433/db', 'postgresql://u@[::1]:5433/db'],
    ['postgresql://u:hunter2@/db?host=%2Frun%2Fpostgresql', 'postgresql://u@/db?host=%2Frun%2Fpostgresql'],
    ['postgresql://:hunter2@/db?host=%2Frun', 'postgresql:///db?host=%2Frun'],
    ['postgresql:///db', 'postgresql:///db'],
    ['postgresql://h/db?user=u&password=hunt@er2&sslmode=disable', 'postgresql://h/db?user=u&sslmode=disable'],
    ['postgresql://h/db?p%61ssword=hunter2', 'postgresql://h/db'],
    ['postgresql://u:hunter2@h?password=hunter2', 'postgresql://u@h'],
  ])('returns for %s the URL %s, with which the driver gets the same options', (url, expected) => {
    const shown = urlWithoutPassword(url);
    expect(shown).toBe(expected);
    expect(errorMessageOf(shown)).toBeUndefined();
    const options = connectionOptions(shown);
    expect(options).toEqual({ ...connectionOptions(url), password: options.password });
    expect(options.password || undefined).toBeUndefined();
  });
});
