import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { maxClientConnections } from '@petstore/operations/settings/connection-limit';
import { OperatorError, settingNames } from '@petstore/operations';
import { readSettings, Variables, workspaceRoot } from './settings.ts';

/** The settings that `databaseSettings`, `loadEnvironmentFile` and `petstore deliver` read. */
const shared = ['DATABASE_URL', 'DATA_DIR', 'ENV_FILE', 'WEBHOOK_SECRET'];
const variables = [...Object.keys(new Variables()), ...shared];

it('the documentation lists all settings', () => {
  const document = readFileSync(join(workspaceRoot, 'docs/settings.md'), 'utf8');
  const [, table = ''] = /^# Settings\n[^]*?\n\| ---[^\n]*\n([^]*?)\n\n/.exec(document) ?? [];
  expect([...table.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name).sort()).toEqual(variables.sort());
});

it('the environment file accepts all settings, and knows no others', () => {
  expect([...settingNames].sort()).toEqual([...variables, 'DATABASE_URL_FILE'].sort());
});

it('needs no variable, and an empty one counts as absent', () => {
  const defaults = readSettings({});
  expect(defaults).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    logLevel: 'info',
    beta: false,
    drainTimeout: 10_000,
    deployments: {},
    corsOrigins: [],
    warnings: [],
    database: { kind: 'embedded' },
    databaseLimits: { poolSize: 10, connectTimeout: 1_500, statementTimeout: 1_500 },
    httpLimits: { responseTimeout: 2_300, maxConnections: maxClientConnections(undefined, 10) },
  });
  expect([defaults.metrics, defaults.rateLimit, defaults.trustedProxies]).toEqual([undefined, undefined, undefined]);
  expect(readSettings(Object.fromEntries(variables.map((variable) => [variable, ''])))).toEqual(defaults);
});

const accepted: readonly (readonly [env: Record<string, string>, expected: object])[] = [
  [{ DATABASE_POOL_SIZE: '1' }, { databaseLimits: { poolSize: 1 } }],
  [{ DATABASE_STATEMENT_TIMEOUT: '10' }, { databaseLimits: { statementTimeout: 10, connectTimeout: 10 } }],
  [{ MAX_CONNECTIONS: '5' }, { httpLimits: { maxConnections: 5 } }],
  [{ DRAIN_TIMEOUT: '2300' }, { drainTimeout: 2_300 }],
  [{ BETA: 'on' }, { beta: true }],
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
    { CORS_ORIGINS: 'https://shop.example , http://[::1]:81' },
    { corsOrigins: ['https://shop.example', 'http://[::1]:81'] },
  ],
  [{ RATE_LIMIT: '6000/m' }, { rateLimit: { requests: 6_000, seconds: 60 } }],
  [{ RATE_LIMIT: '999999999/h' }, { rateLimit: { requests: 999_999_999, seconds: 3_600 } }],
  [{ TRUST_PROXY: '30' }, { trustedProxies: 30 }],
  [{ TRUST_PROXY: '10.0.0.0/8,fd00::/8, loopback' }, { trustedProxies: ['10.0.0.0/8', 'fd00::/8', 'loopback'] }],
];

it.each(accepted)('accepts %j', (env, expected) => {
  expect(readSettings(env)).toMatchObject(expected);
});

it('limits the pool with the embedded PostgreSQL, which has fewer connections', () => {
  expect(readSettings({ DATABASE_POOL_SIZE: '150' }).databaseLimits.poolSize).toBe(150);
  expect(() => readSettings({ DATABASE_POOL_SIZE: '151' })).toThrow(
    new OperatorError('DATABASE_POOL_SIZE must be at most 150 with the embedded PostgreSQL'),
  );
  const DATABASE_URL = 'postgresql://';
  expect(readSettings({ DATABASE_POOL_SIZE: '151', DATABASE_URL }).databaseLimits.poolSize).toBe(151);
});

const address = 'an http or https address that ends in /v1';

/** The rule of each setting as the message names it, and texts that it rejects. */
const rejected: readonly (readonly [variables: string, rule: string, values: readonly string[]])[] = [
  ['DATABASE_POOL_SIZE MAX_CONNECTIONS', 'an integer from 1 to 99999', ['0', '-1', '1.5', '1e3', ' 5', '100000', 'x']],
  ['DATABASE_STATEMENT_TIMEOUT', 'an integer from 10 to 60000', ['9', '60001', '1s']],
  ['DRAIN_TIMEOUT', 'an integer from 10 to 999999', ['9', '1000000', 'never']],
  ['PORT METRICS_PORT', 'an integer from 0 to 65535', ['-1', '65536', '80.5', '0x50', '80\n', 'http']],
  ['BETA', 'one of the following values: on, off', ['no', 'ON', '1']],
  ['LOG_LEVEL', 'one of the following values: fatal, error, warn, info, debug', ['INFO', 'trace', 'toString']],
  [
    'HOST METRICS_HOST',
    'an IP address or a host name',
    ['a b', 'http://localhost', '[::1]', 'local\nhost', 'a'.repeat(254)],
  ],
  ['PRODUCTION_URL STAGING_URL', address, ['pets.example.org/v1', 'ftp://a.example/v1', 'https://a.example']],
  ['PRODUCTION_URL STAGING_URL', address, ['https://a.example/v1\n', ' https://a.example/v1', 'https:a.example/v1']],
  ['PRODUCTION_URL STAGING_URL', address, ['https://a.example/v1/', 'https://a.example/v1?b', 'https://u:p@a/v1']],
  ['PRODUCTION_URL STAGING_URL', address, ['https://a.example/v1?', 'https://a.example/v1#', 'https://a.example\\v1']],
  [
    'CORS_ORIGINS',
    '* or a comma-separated list of origins',
    ['https://shop.example/', 'null', ',', 'https://*.example'],
  ],
  ['CORS_ORIGINS', '* or a comma-separated list of origins', ['https://Shop.example', 'https://ann:pw@shop.example']],
  [
    'RATE_LIMIT',
    'requests per second, minute or hour',
    ['100', '0/s', '-1/s', '1.5/s', '01/s', '100/d', '100/10s', 'off'],
  ],
  [
    'TRUST_PROXY',
    'the number of proxies (1 to 30)',
    '0 31 100 1,2 true * 10.0.0.0/33 0.0.0.0/0 10.1 10.0.0.0/ 10.0.0.0/255.0.0.0 ::/129'.split(' '),
  ],
];

it.each(rejected)('requires that %s is %s', (names, rule, values) => {
  for (const variable of names.split(' ')) {
    for (const value of values) {
      const refusal = () => readSettings({ DATABASE_URL: 'postgresql://', [variable]: value });
      expect(refusal).toThrow(OperatorError);
      expect(refusal).toThrow(`${variable} must be ${rule}`);
      // One line, without the password of an origin.
      expect(refusal).not.toThrow(/\n|pw/);
    }
  }
});

it.each<[string, Record<string, string>]>([
  ['PORT DATABASE_URL', { PORT: 'abc', DATABASE_URL: 'mysql://ann:hunter2@db/pets' }],
  ['PORT BETA DATABASE_URL', { DATABASE_URL: 'mysql://ann:hunter2@db/pets', BETA: 'yes', PORT: 'http' }],
  ['HOST DATA_DIR', { HOST: 'a b', DATA_DIR: __filename }],
  ['PORT DRAIN_TIMEOUT', { PORT: 'abc', DRAIN_TIMEOUT: '100' }],
  ['DATABASE_POOL_SIZE MAX_CONNECTIONS', { DATABASE_POOL_SIZE: '0', MAX_CONNECTIONS: 'many' }],
  [
    'LOG_LEVEL DATABASE_URL DATABASE_URL_FILE DATABASE_URL',
    { LOG_LEVEL: 'loud', DATABASE_URL: 'mysql://ann:hunter2@db/pets', DATABASE_URL_FILE: '/none/such' },
  ],
])('refuses the settings with a line for each fault, which begins with the variable: %s', (names, env) => {
  const lines = names.split(' ').map((name) => `${name} [^\n]*`);
  const refusal = () => readSettings(env);
  expect(refusal).toThrow(new RegExp(`^${lines.join('\n')}$`));
  expect(refusal).not.toThrow('hunter2');
});

it('requires that DRAIN_TIMEOUT is longer than a response may take', () => {
  expect(() => readSettings({ DATABASE_STATEMENT_TIMEOUT: '9201' })).toThrow('DRAIN_TIMEOUT must be at least 10001');
});

it('warns about each setting of 1.0.0 that has no effect, and names its successor', () => {
  expect(readSettings({ TUNING: 'off', BATCHING: '', DATABASE_CONNECT_TIMEOUT: '900' }).warnings).toEqual([
    'TUNING has no effect any more: the service always sets the flags of V8',
    'DATABASE_CONNECT_TIMEOUT has no effect any more: DATABASE_STATEMENT_TIMEOUT also limits the time to get a connection',
  ]);
});
