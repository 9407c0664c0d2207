import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { databaseSettings, InvalidSetting } from '@petstore/database';
import { readConfig } from './config.ts';

const workspace = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');

/** The one line an operator is shown. */
function refusalOf(env: NodeJS.ProcessEnv): string {
  try {
    readConfig(env);
  } catch (error) {
    if (!(error instanceof InvalidSetting)) throw error;
    expect(error.message).not.toMatch(/[\r\n]/);
    return error.message;
  }
  throw new Error('the configuration was accepted');
}

describe('readConfig', () => {
  const defaults = {
    host: '127.0.0.1',
    port: 3000,
    logLevel: 'info',
    database: databaseSettings({}, workspace),
    deployments: {},
  };

  it('needs no variable at all', () => {
    expect(readConfig({})).toStrictEqual(defaults);
    expect(defaults.database.kind).toBe('embedded');
  });

  it('takes an empty variable for an absent one', () => {
    const variables = ['HOST', 'PORT', 'LOG_LEVEL', 'DATABASE_URL', 'DATA_DIR', 'PRODUCTION_URL', 'STAGING_URL'];
    variables.push('METRICS_HOST', 'METRICS_PORT');
    expect(readConfig(Object.fromEntries(variables.map((name) => [name, ''])))).toStrictEqual(defaults);
  });

  it('reads the environment of the process unless it is given another', () => {
    const before = process.env['PORT'];
    process.env['PORT'] = '4321';
    try {
      expect(readConfig().port).toBe(4321);
    } finally {
      if (before === undefined) delete process.env['PORT'];
      else process.env['PORT'] = before;
    }
  });

  it.each(['0.0.0.0', '::', '::1', 'localhost', 'pets.example.org'])('lets HOST be %s', (HOST) => {
    expect(readConfig({ HOST }).host).toBe(HOST);
  });

  it.each(['a b', 'http://localhost', 'localhost/', '[::1]', 'local\nhost'])(
    'refuses %j as HOST and METRICS_HOST',
    (host) => {
      for (const variable of ['HOST', 'METRICS_HOST']) {
        expect(refusalOf({ [variable]: host })).toBe(
          `${variable} is ${JSON.stringify(host)}, but must be an IP address or a host name`,
        );
      }
    },
  );

  it.each([
    ['0', 0],
    ['80', 80],
    ['65535', 65_535],
  ])('lets PORT be %s', (PORT, port) => {
    expect(readConfig({ PORT }).port).toBe(port);
  });

  it.each(['-1', '65536', '99999', '100000', '80.5', '8e3', '0x50', ' 80', '80\n', 'http'])(
    'refuses %j as PORT and METRICS_PORT',
    (port) => {
      for (const variable of ['PORT', 'METRICS_PORT']) {
        expect(refusalOf({ [variable]: port })).toBe(
          `${variable} is ${JSON.stringify(port)}, but must be an integer from 0 (any free port) to 65535`,
        );
      }
    },
  );

  it.each(['fatal', 'error', 'warn', 'info', 'debug'])('lets LOG_LEVEL be %s', (LOG_LEVEL) => {
    expect(readConfig({ LOG_LEVEL }).logLevel).toBe(LOG_LEVEL);
  });

  it.each(['INFO', 'trace', 'silent', 'toString', '1'])('refuses %j as LOG_LEVEL', (LOG_LEVEL) => {
    expect(refusalOf({ LOG_LEVEL })).toBe(
      `LOG_LEVEL is ${JSON.stringify(LOG_LEVEL)}, but must be one of fatal, error, warn, info, debug`,
    );
  });
});

describe('readConfig, of the metrics', () => {
  it('leaves them off without METRICS_PORT', () => {
    expect(readConfig({ METRICS_HOST: '0.0.0.0' })).not.toHaveProperty('metrics');
    expect(readConfig({ METRICS_PORT: '' })).not.toHaveProperty('metrics');
  });

  it('listens on this machine alone unless METRICS_HOST says otherwise', () => {
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

describe('readConfig, of the database', () => {
  const url = 'postgresql://ann:secret@db.example.org:5432/pets';

  it('takes the database of DATABASE_URL, also when there is a DATA_DIR', () => {
    expect(readConfig({ DATABASE_URL: url }).database).toStrictEqual({ kind: 'external', url });
    expect(readConfig({ DATABASE_URL: url, DATA_DIR: '/pets' }).database).toStrictEqual({ kind: 'external', url });
  });

  it('keeps the embedded database in DATA_DIR', () => {
    expect(readConfig({ DATA_DIR: '/petstore-data' }).database).toStrictEqual({
      kind: 'embedded',
      directory: '/petstore-data',
    });
  });

  it.each([
    ['another scheme', 'mysql://ann:secret@db.example.org/pets'],
    ['an unknown sslmode', `${url}?sslmode=maybe`],
    ['a password among the parameters', 'postgresql://db.example.org/pets?password=secret&sslmode=maybe'],
  ])('refuses a DATABASE_URL with %s and does not show its password', (_, DATABASE_URL) => {
    const message = refusalOf({ DATABASE_URL });
    expect(message).toMatch(/^DATABASE_URL is ".*db\.example\.org.*", but must be postgresql:\/\/.* sslmode one of /);
    expect(message).not.toContain('secret');
  });
});

describe.each(['PRODUCTION_URL', 'STAGING_URL'])('readConfig, of %s', (variable) => {
  const deployment = variable === 'PRODUCTION_URL' ? 'production' : 'staging';

  it.each(['https://pets.example.org/v1', 'http://localhost:8080/v1', 'https://example.org/pets/v1'])(
    'allows %s',
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
  ])('refuses %s', (url) => {
    expect(refusalOf({ [variable]: url })).toBe(
      `${variable} is ${JSON.stringify(url)}, but must be an http or https address that ends in /v1`,
    );
  });

  it.each([
    'https://ann:secret@pets.example.org/v1',
    'https://ann:secret@secret@pets.example.org/v1',
    'https://ann:secret/secret@pets.example.org/v1',
    'https://secret@pets.example.org/v1',
  ])('refuses %s and does not show the secret', (url) => {
    expect(refusalOf({ [variable]: url })).toBe(
      `${variable} is "https://…@pets.example.org/v1", but must be an http or https address that ends in /v1`,
    );
  });
});
