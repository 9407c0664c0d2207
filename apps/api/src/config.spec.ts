import { devNull } from 'node:os';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Batching, databaseSettings } from '@petstore/database';
import { maxClientConnections } from '@petstore/http/server/connection-limit';
import { environmentFileSettings, InvalidSetting, secretFileVariable } from '@petstore/settings';
import { readConfig, readEnvironment } from './config.ts';
import { settingGroups } from './settings.ts';

const workspaceRoot = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');

/** Returns the message of the InvalidSetting, and expects that it is one line. */
function errorMessageOf(env: NodeJS.ProcessEnv): string {
  try {
    readConfig(env);
  } catch (error) {
    if (!(error instanceof InvalidSetting)) throw error;
    expect(error.message).not.toMatch(/[\r\n]/);
    return error.message;
  }
  throw new Error('the configuration was accepted');
}

const variables = settingGroups.flatMap(({ settings }) => Object.values(settings).map(({ variable }) => variable));

describe('readConfig', () => {
  const defaults = {
    host: '127.0.0.1',
    port: 3000,
    logLevel: 'info',
    logClientAddress: true,
    database: databaseSettings({}, workspaceRoot),
    databaseVariables: {},
    databaseLimits: { poolSize: 10, poolQueue: 1_000, connectTimeout: 1_500, statementTimeout: 1_500, prepare: true },
    beta: false,
    batching: Batching.on,
    httpLimits: {
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      idleTimeout: 65_000,
      responseTimeout: 2_300,
      maxConnections: maxClientConnections('MAX_CONNECTIONS', undefined, 10),
    },
    drainTimeout: 10_000,
    deployments: {},
    corsOrigins: [],
    tuning: true,
  };

  it('reads the maximum number of connections', () => {
    expect(readConfig({ MAX_CONNECTIONS: '5' }).httpLimits.maxConnections).toBe(5);
    expect(errorMessageOf({ MAX_CONNECTIONS: '0' })).toMatch(/^MAX_CONNECTIONS is "0", but must be an integer from 1/);
  });

  it('needs no variable', () => {
    expect(readConfig({})).toStrictEqual(defaults);
    expect(defaults.database.kind).toBe('embedded');
  });

  it('treats an empty variable as absent', () => {
    const empty = Object.fromEntries(variables.map((variable) => [variable, '']));
    expect(readConfig(empty)).toStrictEqual({ ...defaults, databaseVariables: { DATABASE_URL: '' } });
  });

  it.each([
    ['the embedded database', {}],
    ['an external database', { DATABASE_URL: 'postgresql://ann@localhost/pets' }],
  ])('reads all declared settings and no other variable for %s', (_, env: Record<string, string>) => {
    const read = new Set<string>();
    readConfig(new Proxy(env, { get: (target, name: string) => (read.add(name), target[name]) }));
    const { variable: fileVariable } = environmentFileSettings.file;
    const needed = variables.filter(
      (variable) => variable !== fileVariable && ('DATABASE_URL' in env || !/^PG(?!OPTIONS)/.test(variable)),
    );
    expect([...read].sort()).toEqual([...needed, secretFileVariable('DATABASE_URL')].sort());
  });

  it('gets the environment of the process', () => {
    const before = process.env['ENV_FILE'];
    process.env['ENV_FILE'] = devNull;
    try {
      expect(readEnvironment()).toBe(process.env);
    } finally {
      if (before === undefined) delete process.env['ENV_FILE'];
      else process.env['ENV_FILE'] = before;
    }
  });

  it.each([
    ['DATABASE_POOL_SIZE', '1', 'poolSize', 1],
    ['DATABASE_POOL_QUEUE', '99999', 'poolQueue', 99_999],
    ['DATABASE_CONNECT_TIMEOUT', '10', 'connectTimeout', 10],
    ['DATABASE_STATEMENT_TIMEOUT', '2200', 'statementTimeout', 2_200],
  ] as const)('accepts %s=%s', (variable, value, limit, expected) => {
    expect(readConfig({ [variable]: value }).databaseLimits).toEqual({ ...defaults.databaseLimits, [limit]: expected });
  });

  it.each([
    ['HEADERS_TIMEOUT', '30000', 'headersTimeout', 30_000],
    ['REQUEST_TIMEOUT', '10000', 'requestTimeout', 10_000],
    ['IDLE_TIMEOUT', '999999', 'idleTimeout', 999_999],
    ['RESPONSE_TIMEOUT', '1600', 'responseTimeout', 1_600],
  ] as const)('accepts %s=%s', (variable, value, limit, expected) => {
    expect(readConfig({ [variable]: value }).httpLimits).toEqual({ ...defaults.httpLimits, [limit]: expected });
  });

  it('accepts on and off as DATABASE_PREPARE, and rejects other values', () => {
    expect(readConfig({ DATABASE_PREPARE: 'off' }).databaseLimits.prepare).toBe(false);
    expect(errorMessageOf({ DATABASE_PREPARE: 'no' })).toBe('DATABASE_PREPARE is "no", but must be on or off');
  });

  it('accepts on and off as BATCHING, and rejects other values', () => {
    expect(readConfig({ BATCHING: 'off' }).batching).toBe(Batching.off);
    expect(errorMessageOf({ BATCHING: 'no' })).toBe('BATCHING is "no", but must be on or off');
  });

  it('accepts on and off as TUNING, and rejects other values', () => {
    expect(readConfig({ TUNING: 'off' }).tuning).toBe(false);
    expect(errorMessageOf({ TUNING: 'no' })).toBe('TUNING is "no", but must be on or off');
  });

  it('accepts on and off as LOG_CLIENT_ADDRESS, and rejects other values', () => {
    expect(readConfig({ LOG_CLIENT_ADDRESS: 'off' }).logClientAddress).toBe(false);
    expect(errorMessageOf({ LOG_CLIENT_ADDRESS: 'no' })).toBe('LOG_CLIENT_ADDRESS is "no", but must be on or off');
  });

  it('accepts 2300 as DRAIN_TIMEOUT', () => {
    expect(readConfig({ DRAIN_TIMEOUT: '2300' }).drainTimeout).toBe(2_300);
  });

  const statement = 'DATABASE_STATEMENT_TIMEOUT plus 100 for its result';
  it.each([
    [{ HEADERS_TIMEOUT: '30001' }, 'REQUEST_TIMEOUT', '30000', `30001, HEADERS_TIMEOUT`],
    [{ IDLE_TIMEOUT: '29999' }, 'IDLE_TIMEOUT', '29999', `30000, REQUEST_TIMEOUT`],
    [{ DRAIN_TIMEOUT: '2299' }, 'DRAIN_TIMEOUT', '2299', `2300, RESPONSE_TIMEOUT`],
    [{ RESPONSE_TIMEOUT: '70000', DRAIN_TIMEOUT: '70000' }, 'IDLE_TIMEOUT', '65000', `70000, RESPONSE_TIMEOUT`],
    [{ DATABASE_STATEMENT_TIMEOUT: '2201' }, 'RESPONSE_TIMEOUT', '2300', `2301, ${statement}`],
    [{ RESPONSE_TIMEOUT: '1599' }, 'RESPONSE_TIMEOUT', '1599', `1600, ${statement}`],
    [{ DATABASE_CONNECT_TIMEOUT: '2301' }, 'RESPONSE_TIMEOUT', '2300', `2301, DATABASE_CONNECT_TIMEOUT`],
  ])('rejects %j, because the inner timeout must be shorter', (env, variable, value, minimum) => {
    expect(errorMessageOf(env)).toBe(`${variable} is "${value}", but must be at least ${minimum}`);
  });

  it.each(['0', '-1', '1.5', '1e3', ' 5', '100000', 'many'])('rejects %j as a number of connections', (value) => {
    for (const variable of ['DATABASE_POOL_SIZE', 'DATABASE_POOL_QUEUE', 'MAX_CONNECTIONS']) {
      const allowed = 'an integer from 1 to 99999';
      expect(errorMessageOf({ [variable]: value })).toBe(
        `${variable} is ${JSON.stringify(value)}, but must be ${allowed}`,
      );
    }
  });

  const timeouts = [
    ...['DATABASE_CONNECT_TIMEOUT', 'DATABASE_STATEMENT_TIMEOUT'],
    ...['HEADERS_TIMEOUT', 'REQUEST_TIMEOUT', 'IDLE_TIMEOUT', 'RESPONSE_TIMEOUT', 'DRAIN_TIMEOUT'],
  ];
  it.each(['0', '9', '-1', '1s', '0.5', '1000000', 'never'])('rejects %j as a timeout', (value) => {
    for (const variable of timeouts) {
      const allowed = 'milliseconds from 10 to 999999';
      expect(errorMessageOf({ [variable]: value })).toBe(
        `${variable} is ${JSON.stringify(value)}, but must be ${allowed}`,
      );
    }
  });

  it('keeps idle connections longer than the 60 s after which proxies close them', () => {
    expect(defaults.httpLimits.idleTimeout).toBeGreaterThan(60_000);
  });

  it.each(['0.0.0.0', '::', '::1', 'localhost', 'pets.example.org'])('accepts %s as HOST', (HOST) => {
    expect(readConfig({ HOST }).host).toBe(HOST);
  });

  it.each(['a b', 'http://localhost', 'localhost/', '[::1]', 'local\nhost'])(
    'rejects %j as HOST and METRICS_HOST',
    (host) => {
      for (const variable of ['HOST', 'METRICS_HOST']) {
        expect(errorMessageOf({ [variable]: host })).toBe(
          `${variable} is ${JSON.stringify(host)}, but must be an IP address or a host name`,
        );
      }
    },
  );

  it.each([
    ['0', 0],
    ['80', 80],
    ['65535', 65_535],
  ])('accepts %s as PORT', (PORT, port) => {
    expect(readConfig({ PORT }).port).toBe(port);
  });

  it.each(['-1', '65536', '99999', '100000', '80.5', '8e3', '0x50', ' 80', '80\n', 'http'])(
    'rejects %j as PORT and METRICS_PORT',
    (port) => {
      for (const variable of ['PORT', 'METRICS_PORT']) {
        expect(errorMessageOf({ [variable]: port })).toBe(
          `${variable} is ${JSON.stringify(port)}, but must be an integer from 0 (any free port) to 65535`,
        );
      }
    },
  );

  it.each(['fatal', 'error', 'warn', 'info', 'debug'])('accepts %s as LOG_LEVEL', (LOG_LEVEL) => {
    expect(readConfig({ LOG_LEVEL }).logLevel).toBe(LOG_LEVEL);
  });

  it.each(['INFO', 'trace', 'silent', 'toString', '1'])('rejects %j as LOG_LEVEL', (LOG_LEVEL) => {
    expect(errorMessageOf({ LOG_LEVEL })).toBe(
      `LOG_LEVEL is ${JSON.stringify(LOG_LEVEL)}, but must be one of fatal, error, warn, info, debug`,
    );
  });
});

describe('readConfig for the metrics', () => {
  it('turns the metrics off without METRICS_PORT', () => {
    expect(readConfig({ METRICS_HOST: '0.0.0.0' })).not.toHaveProperty('metrics');
    expect(readConfig({ METRICS_PORT: '' })).not.toHaveProperty('metrics');
  });

  it('listens on the loopback address unless METRICS_HOST is set', () => {
    expect(readConfig({ METRICS_PORT: '0' }).metrics).toStrictEqual({ host: '127.0.0.1', port: 0 });
    expect(readConfig({ METRICS_PORT: '9464', METRICS_HOST: '' }).metrics).toStrictEqual({
      host: '127.0.0.1',
      port: 9464,
    });
    expect(readConfig({ METRICS_PORT: '65535', METRICS_HOST: '::' }).metrics).toStrictEqual({
      host: '::',
      port: 65_535,
    });
  });
});

describe('readConfig for the database', () => {
  const url = 'postgresql://ann:secret@db.example.org:5432/pets';

  it('uses DATABASE_URL, also if there is a DATA_DIR', () => {
    const database = { kind: 'external', url, notice: expect.stringContaining('add sslmode=verify-full') };
    expect(readConfig({ DATABASE_URL: url }).database).toStrictEqual(database);
    expect(readConfig({ DATABASE_URL: url, DATA_DIR: '/pets' }).database).toStrictEqual(database);
  });

  it('stores the embedded database in DATA_DIR', () => {
    expect(readConfig({ DATA_DIR: '/petstore-data' }).database).toStrictEqual({
      kind: 'embedded',
      directory: '/petstore-data',
    });
  });

  it.each([
    ['another scheme', 'mysql://ann:secret@db.example.org/pets'],
    ['an unknown sslmode', `${url}?sslmode=maybe`],
    ['a password in the query', 'postgresql://db.example.org/pets?password=secret&sslmode=maybe'],
  ])('rejects a DATABASE_URL with %s, and the error does not contain its password', (_, DATABASE_URL) => {
    const message = errorMessageOf({ DATABASE_URL });
    expect(message).toMatch(
      /^DATABASE_URL \(its value is not shown\) must be postgresql:\/\/.* sslmode one of .*; its /,
    );
    expect(message).not.toMatch(/secret|ann|db\.example/);
  });
});

describe.each(['PRODUCTION_URL', 'STAGING_URL'])('readConfig for %s', (variable) => {
  const deployment = variable === 'PRODUCTION_URL' ? 'production' : 'staging';

  it.each(['https://pets.example.org/v1', 'http://localhost:8080/v1', 'https://example.org/pets/v1'])(
    'accepts %s',
    (url) => {
      expect(readConfig({ [variable]: url }).deployments).toStrictEqual({ [deployment]: url });
    },
  );

  it.each([
    'pets.example.org/v1',
    'ftp://pets.example.org/v1',
    'https://pets.example.org',
    'https://pets.example.org/v1/',
    'https://pets.example.org/v2',
    'https://pets.example.org/v1?key=1',
    'https://pets.example.org/v1#pets',
    'https://',
  ])('rejects %s', (url) => {
    expect(errorMessageOf({ [variable]: url })).toBe(
      `${variable} is ${JSON.stringify(url)}, but must be an http or https address that ends in /v1`,
    );
  });

  it.each([
    'https://ann:secret@pets.example.org/v1',
    'https://ann:secret@secret@pets.example.org/v1',
    'https://ann:secret/secret@pets.example.org/v1',
    'https://secret@pets.example.org/v1',
    'https:/ann:secret@pets.example.org/v1',
    'ann:secret@pets.example.org/v1',
    'https://ann:secret@',
    'https://pets.example.org/v1?password=secret',
  ])('rejects %s, and the error does not contain the secret', (url) => {
    expect(errorMessageOf({ [variable]: url })).toBe(
      `${variable} (its value is not shown) must be an http or https address that ends in /v1`,
    );
  });
});

describe('readConfig for CORS_ORIGINS', () => {
  it.each([
    ['*', ['*']],
    [' * ', ['*']],
    ['https://shop.example', ['https://shop.example']],
    ['https://shop.example,http://localhost:5173', ['https://shop.example', 'http://localhost:5173']],
    [' https://shop.example , http://[::1]:8080 ', ['https://shop.example', 'http://[::1]:8080']],
    ['https://xn--ksekuchen-v2a.example', ['https://xn--ksekuchen-v2a.example']],
  ])('accepts %j', (CORS_ORIGINS, origins) => {
    expect(readConfig({ CORS_ORIGINS }).corsOrigins).toStrictEqual(origins);
  });

  it.each([
    'shop.example',
    'https://shop.example/',
    'https://shop.example/cart',
    'https://shop.example?',
    'https://shop.example#',
    'https://shop.example:443',
    'http://shop.example:80',
    'https://Shop.example',
    'HTTPS://shop.example',
    'https://käse.example',
    'https://*.example',
    'https://shop.example:70000',
    'ftp://shop.example',
    'file://',
    'null',
    'https://',
    'https://shop.example,',
    ',',
    '*,https://shop.example',
    'https://shop.example https://desk.example',
  ])('rejects %j', (CORS_ORIGINS) => {
    const format = 'scheme://host[:port], as browsers send them: http or https, in lower case, without a default port';
    expect(errorMessageOf({ CORS_ORIGINS })).toBe(
      `CORS_ORIGINS is ${JSON.stringify(CORS_ORIGINS)}, but must be * or a comma-separated list of origins (${format})`,
    );
  });

  it('rejects URLs with credentials, and the error does not contain them', () => {
    for (const CORS_ORIGINS of [
      'https://ann:secret@shop.example',
      'ann:secret@shop.example',
      'https://a,ann:secret@b',
    ]) {
      expect(errorMessageOf({ CORS_ORIGINS })).toMatch(/^CORS_ORIGINS \(its value is not shown\) must be \* or /);
    }
  });
});

describe('readConfig for RATE_LIMIT', () => {
  it.each([
    ['1/s', 1, 1],
    ['100/s', 100, 1],
    ['6000/m', 6_000, 60],
    ['100000/h', 100_000, 3_600],
    ['999999999/h', 999_999_999, 3_600],
  ])('accepts %s', (RATE_LIMIT, requests, seconds) => {
    expect(readConfig({ RATE_LIMIT }).rateLimit).toStrictEqual({ requests, seconds });
  });

  it.each([
    '100',
    '0/s',
    '-1/s',
    '1.5/s',
    '1e3/s',
    '01/s',
    '1000000000/h',
    '100/d',
    '100/S',
    '100/10s',
    '/s',
    '100/',
    'off',
  ])('rejects %j', (RATE_LIMIT) => {
    expect(errorMessageOf({ RATE_LIMIT })).toBe(
      `RATE_LIMIT is "${RATE_LIMIT}", but must be requests per second, minute or hour, such as 100/s, 6000/m or 100000/h`,
    );
  });
});

describe('readConfig for TRUST_PROXY', () => {
  it.each([
    ['1', 1],
    ['99', 99],
    ['loopback', ['loopback']],
    ['loopback, linklocal,uniquelocal', ['loopback', 'linklocal', 'uniquelocal']],
    ['10.0.0.1', ['10.0.0.1']],
    ['10.0.0.0/8,fd00::/8, 192.168.1.1', ['10.0.0.0/8', 'fd00::/8', '192.168.1.1']],
    ['10.0.0.0/255.0.0.0', ['10.0.0.0/255.0.0.0']],
  ])('accepts %j', (TRUST_PROXY, trusted) => {
    expect(readConfig({ TRUST_PROXY }).trustedProxies).toStrictEqual(trusted);
  });

  it.each([
    '0',
    '-1',
    '100',
    '1.5',
    '1,2',
    'true',
    'all',
    '*',
    'proxy.example',
    'LOOPBACK',
    '10.0.0.1,',
    '10.0.0.0/33',
    '10.0.0.0/0',
    '::/0',
    '10.0.0.0/x',
    '010.0.0.1',
    '10.1',
    '10.0.0.1:80',
  ])('rejects %j', (TRUST_PROXY) => {
    const format = 'a comma-separated list of addresses, CIDR ranges, loopback, linklocal, uniquelocal';
    expect(errorMessageOf({ TRUST_PROXY })).toBe(
      `TRUST_PROXY is "${TRUST_PROXY}", but must be the number of proxies in front (1 to 99), or ${format}`,
    );
  });
});
