import { devNull } from 'node:os';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { databaseSettings } from '@petstore/database';
import { maxClientConnections } from '@petstore/http/connection-limit';
import { environmentFileSettings, InvalidSetting, secretFileVariable } from '@petstore/settings';
import { readConfig, readEnvironment, removedVariables } from './config.ts';
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

it('each variable is declared once', () => {
  expect(new Set(variables).size).toBe(variables.length);
});

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
    warnings: [],
  };

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
    expect([...read].sort()).toEqual([...needed, secretFileVariable('DATABASE_URL'), ...removedVariables].sort());
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

  it('warns about each variable of an earlier release that is set and has no effect', () => {
    expect(readConfig({ TUNING: 'off', BATCHING: 'no', DATA_DIR: '' }).warnings).toEqual([
      'BATCHING has no effect: it was removed after 1.0.0',
      'TUNING has no effect: it was removed after 1.0.0',
    ]);
  });

  it('keeps idle connections longer than the 60 s after which proxies close them', () => {
    expect(defaults.httpLimits.idleTimeout).toBeGreaterThan(60_000);
  });
});

/** What each setting accepts: texts with the part of the configuration that follows from them. */
const accepted: readonly (readonly [env: Record<string, string>, expected: object])[] = [
  [{ DATABASE_POOL_SIZE: '1' }, { databaseLimits: { poolSize: 1 } }],
  [{ DATABASE_POOL_QUEUE: '99999' }, { databaseLimits: { poolQueue: 99_999 } }],
  [{ DATABASE_CONNECT_TIMEOUT: '10' }, { databaseLimits: { connectTimeout: 10 } }],
  [{ DATABASE_STATEMENT_TIMEOUT: '2200' }, { databaseLimits: { statementTimeout: 2_200 } }],
  [{ DATABASE_PREPARE: 'off' }, { databaseLimits: { prepare: false } }],
  [{ HEADERS_TIMEOUT: '30000' }, { httpLimits: { headersTimeout: 30_000 } }],
  [{ REQUEST_TIMEOUT: '10000' }, { httpLimits: { requestTimeout: 10_000 } }],
  [{ IDLE_TIMEOUT: '999999' }, { httpLimits: { idleTimeout: 999_999 } }],
  [{ RESPONSE_TIMEOUT: '1600' }, { httpLimits: { responseTimeout: 1_600 } }],
  [{ MAX_CONNECTIONS: '5' }, { httpLimits: { maxConnections: 5 } }],
  [{ DRAIN_TIMEOUT: '2300' }, { drainTimeout: 2_300 }],
  [
    { LOG_CLIENT_ADDRESS: 'off', BETA: 'on' },
    { logClientAddress: false, beta: true },
  ],
  ...['0.0.0.0', '::', 'localhost', 'pets.example.org'].map((HOST) => [{ HOST }, { host: HOST }] as const),
  ...[0, 80, 65_535].map((port) => [{ PORT: String(port) }, { port }] as const),
  ...['fatal', 'error', 'warn', 'info', 'debug'].map((level) => [{ LOG_LEVEL: level }, { logLevel: level }] as const),
  [{ METRICS_PORT: '0' }, { metrics: { host: '127.0.0.1', port: 0 } }],
  [{ METRICS_PORT: '65535', METRICS_HOST: '::' }, { metrics: { host: '::', port: 65_535 } }],
  [{ DATA_DIR: '/petstore-data' }, { database: { kind: 'embedded', directory: '/petstore-data' } }],
  [{ DATABASE_URL: 'postgresql://ann@db/pets', DATA_DIR: '/pets' }, { database: { kind: 'external' } }],
  [{ PRODUCTION_URL: 'https://example.org/pets/v1' }, { deployments: { production: 'https://example.org/pets/v1' } }],
  [{ STAGING_URL: 'http://localhost:8080/v1' }, { deployments: { staging: 'http://localhost:8080/v1' } }],
  [{ CORS_ORIGINS: ' * ' }, { corsOrigins: ['*'] }],
  [
    { CORS_ORIGINS: ' https://shop.example , http://[::1]:8080 ' },
    { corsOrigins: ['https://shop.example', 'http://[::1]:8080'] },
  ],
  [{ RATE_LIMIT: '1/s' }, { rateLimit: { requests: 1, seconds: 1 } }],
  [{ RATE_LIMIT: '6000/m' }, { rateLimit: { requests: 6_000, seconds: 60 } }],
  [{ RATE_LIMIT: '999999999/h' }, { rateLimit: { requests: 999_999_999, seconds: 3_600 } }],
  [{ TRUST_PROXY: '99' }, { trustedProxies: 99 }],
  [{ TRUST_PROXY: 'loopback, linklocal,uniquelocal' }, { trustedProxies: ['loopback', 'linklocal', 'uniquelocal'] }],
  [{ TRUST_PROXY: '10.0.0.0/8,fd00::/8, 192.168.1.1' }, { trustedProxies: ['10.0.0.0/8', 'fd00::/8', '192.168.1.1'] }],
];

it.each(accepted)('readConfig accepts %j', (env, expected) => {
  expect(readConfig(env)).toMatchObject(expected);
});

it('there are no metrics without METRICS_PORT', () => {
  expect(readConfig({ METRICS_HOST: '0.0.0.0', METRICS_PORT: '' })).not.toHaveProperty('metrics');
});

const connections = 'an integer from 1 to 99999';
const milliseconds = 'milliseconds from 10 to 999999';
const address = 'an http or https address that ends in /v1';
const origins =
  '* or a comma-separated list of origins (scheme://host[:port], as browsers send them: http or https, in lower case, ' +
  'without a default port)';
const proxies =
  'the number of proxies in front (1 to 99), or a comma-separated list of addresses, CIDR ranges, loopback, linklocal, ' +
  'uniquelocal';

/** The rule of each setting as the error names it, and texts that it rejects. */
const rejected: readonly (readonly [variables: string, allowed: string, values: readonly string[]])[] = [
  [
    'DATABASE_POOL_SIZE DATABASE_POOL_QUEUE MAX_CONNECTIONS',
    connections,
    ['0', '-1', '1.5', '1e3', ' 5', '100000', 'many'],
  ],
  [
    'DATABASE_CONNECT_TIMEOUT DATABASE_STATEMENT_TIMEOUT HEADERS_TIMEOUT REQUEST_TIMEOUT IDLE_TIMEOUT RESPONSE_TIMEOUT DRAIN_TIMEOUT',
    milliseconds,
    ['0', '9', '-1', '1s', '0.5', '1000000', 'never'],
  ],
  ['DATABASE_PREPARE LOG_CLIENT_ADDRESS BETA', 'on or off', ['no', 'ON', '1']],
  ['HOST METRICS_HOST', 'an IP address or a host name', ['a b', 'http://localhost', '[::1]', 'local\nhost']],
  [
    'PORT METRICS_PORT',
    'an integer from 0 (any free port) to 65535',
    ['-1', '65536', '80.5', '8e3', '0x50', ' 80', '80\n', 'http'],
  ],
  ['LOG_LEVEL', 'one of fatal, error, warn, info, debug', ['INFO', 'trace', 'silent', 'toString', '1']],
  [
    'PRODUCTION_URL STAGING_URL',
    address,
    [
      'pets.example.org/v1',
      'ftp://a.example/v1',
      'https://a.example',
      'https://a.example/v1/',
      'https://a.example/v1#a',
    ],
  ],
  [
    'CORS_ORIGINS',
    origins,
    [
      ...['shop.example', 'https://shop.example/', 'https://shop.example?', 'https://shop.example:443', 'null', ','],
      ...['https://Shop.example', 'https://käse.example', 'https://*.example', 'ftp://shop.example', 'https://'],
      ...['https://shop.example,', '*,https://shop.example', 'https://shop.example https://desk.example'],
    ],
  ],
  [
    'RATE_LIMIT',
    'requests per second, minute or hour, such as 100/s, 6000/m or 100000/h',
    ['100', '0/s', '-1/s', '1.5/s', '1e3/s', '01/s', '1000000000/h', '100/d', '100/S', '100/10s', '/s', 'off'],
  ],
  [
    'TRUST_PROXY',
    proxies,
    [
      ...['0', '-1', '100', '1.5', '1,2', 'true', '*', 'proxy.example', 'LOOPBACK', '10.0.0.1,', '10.0.0.0/33'],
      ...['10.0.0.0/0', '::/0', '10.0.0.0/x', '010.0.0.1', '10.1', '10.0.0.1:80'],
    ],
  ],
];

it.each(rejected)('readConfig requires that %s is %s', (names, allowed, values) => {
  for (const variable of names.split(' ')) {
    for (const value of values) {
      expect(errorMessageOf({ [variable]: value })).toBe(
        `${variable} is ${JSON.stringify(value)}, but must be ${allowed}`,
      );
    }
  }
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
])('readConfig rejects %j, because the inner timeout must be shorter', (env, variable, value, minimum) => {
  expect(errorMessageOf(env)).toBe(`${variable} is "${value}", but must be at least ${minimum}`);
});

it.each([
  ['DATABASE_URL', 'mysql://ann:secret@db.example.org/pets'],
  ['DATABASE_URL', 'postgresql://ann:secret@db.example.org:5432/pets?sslmode=maybe'],
  ['DATABASE_URL', 'postgresql://db.example.org/pets?password=secret&sslmode=maybe'],
  ['PRODUCTION_URL', 'https://ann:secret@pets.example.org/v1'],
  ['PRODUCTION_URL', 'https://ann:secret/secret@pets.example.org/v1'],
  ['STAGING_URL', 'https:/ann:secret@pets.example.org/v1'],
  ['STAGING_URL', 'https://pets.example.org/v1?password=secret'],
  ['CORS_ORIGINS', 'https://ann:secret@shop.example'],
  ['CORS_ORIGINS', 'https://a,ann:secret@b'],
])('the error of %s does not show the value %s', (variable, value) => {
  const message = errorMessageOf({ [variable]: value });
  expect(message).toMatch(new RegExp(`^${variable} \\(its value is not shown\\) must be `));
  expect(message).not.toMatch(/secret|ann|db\.example/);
});
