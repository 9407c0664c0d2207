import { once } from 'node:events';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createTestDatabase, executeAsPsql, OwnServer, type TestDatabase } from '@petstore/database/testing';
import { petstore, runApp, waitForExit, type ProcessResult } from '@petstore/processes';
import pg from 'pg';
import { createTestDirectory } from './testing/create-test-directory.ts';
import { startService } from './testing/start-service.ts';

const directory = createTestDirectory();
const secret = 'hunter2';
let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
  // The server of the test run has synchronous_commit = off.
  const { pathname } = new URL(database.url.replace('@/', '@host/'));
  await executeAsPsql(database.url, `ALTER DATABASE ${pathname.slice(1)} SET synchronous_commit = on;`);
});

afterEach(() => database.drop());

/** Runs `petstore doctor` with limits that are not reached on a busy machine. */
function doctor(env: Record<string, string>): Promise<ProcessResult> {
  const limits = { DATABASE_CONNECT_TIMEOUT: '9000', DATABASE_STATEMENT_TIMEOUT: '9000', RESPONSE_TIMEOUT: '9100' };
  return waitForExit(runApp('cli', ['doctor'], { PORT: '0', ...limits, DRAIN_TIMEOUT: '9100', ...env }));
}

/** Returns the fields of the lines of the findings. */
function findingsOf({ stdout }: ProcessResult): string[][] {
  const [, findings = ''] = stdout.split('\n\n');
  return findings.split('\n').map((line) => line.split('\t'));
}

function findingOf(result: ProcessResult, check: string): string[] | undefined {
  return findingsOf(result).find(([, name]) => name === check);
}

it('finds nothing wrong if the service can work', async () => {
  await petstore({ DATABASE_URL: database.url }, 'migrate');
  const result = await doctor({ DATABASE_URL: database.url });
  expect(findingsOf(result).map(([state, check]) => [state, check])).toEqual(
    [
      ...['settings', 'open files', 'port', 'database', 'connection', 'migrations', 'write access', 'durability'],
      ...['connections', 'clock'],
    ].map((check) => ['ok', check]),
  );
  expect(result).toMatchObject({ exitCode: 0, stderr: '' });
  expect(result.stdout).toMatch(/\n\n0 problems, 0 warnings: the service can work\n$/);
});

it('shows every setting that has a value, and its source', async () => {
  const file = join(directory, 'settings.env');
  writeFileSync(file, 'LOG_LEVEL=warn\nPORT=70001\n');
  const { stdout } = await doctor({ DATABASE_URL: database.url, ENV_FILE: file, BETA: 'on' });
  const [settings = ''] = stdout.split('\n\n');
  const rows = settings.split('\n').map((line) => line.split('\t'));
  expect(rows).toContainEqual(['LOG_LEVEL', 'warn', file]);
  expect(rows).toContainEqual(['PORT', '0', 'environment']);
  expect(rows).toContainEqual(['BETA', 'on', 'environment']);
  expect(rows).toContainEqual(['IDLE_TIMEOUT', '65000', 'default']);
  const document = readFileSync(join(__dirname, '../../../../docs/settings.md'), 'utf8');
  const withDefault = [...document.matchAll(/^\| `(\w+)`[^|]*\| `/gm)].map(([, variable]) => variable!);
  expect(
    rows
      .slice(1)
      .map(([variable]) => variable)
      .sort(),
  ).toEqual([...withDefault, 'DATABASE_URL'].sort());
});

it('reports every invalid setting, and settings that no program reads', async () => {
  const file = join(directory, 'invalid.env');
  writeFileSync(file, 'DATABSE_URL=postgresql://localhost/db\nBETA=yes\nPORT=70000\nTUNING=off\n');
  const result = await waitForExit(
    runApp('cli', ['doctor'], { DATABASE_URL: database.url, ENV_FILE: file, IDLE_TIMEOUT: '1000' }),
  );
  expect(result.exitCode).toBe(1);
  const messages = findingsOf(result).filter(([, check]) => check === 'settings');
  expect(messages).toEqual([
    ['problem', 'settings', 'PORT is "70000", but must be an integer from 0 (any free port) to 65535'],
    ['problem', 'settings', 'BETA is "yes", but must be on or off'],
    ['warning', 'settings', 'DATABSE_URL of the environment file is no setting of the service'],
    ['warning', 'settings', 'TUNING of the environment file is no setting of the service'],
  ]);
});

it('reports an order of timeouts that the service refuses', async () => {
  const result = await doctor({ DATABASE_URL: database.url, RESPONSE_TIMEOUT: '9099' });
  expect(result.exitCode).toBe(1);
  expect(findingOf(result, 'settings')).toEqual([
    'problem',
    'settings',
    'RESPONSE_TIMEOUT is "9099", but must be at least 9100, DATABASE_STATEMENT_TIMEOUT plus 100 for its result',
  ]);
});

describe('a secret', () => {
  const url = (text: string) => ({ DATABASE_URL: text });
  const file = (name: string, text: string) => {
    const path = join(directory, name);
    writeFileSync(path, text);
    chmodSync(path, 0o600);
    return path;
  };

  it.each<[string, () => Record<string, string>]>([
    ['the password of DATABASE_URL', () => url(`postgresql://ann:${secret}@127.0.0.1:1/db`)],
    ['the parameter password', () => url(`postgresql://ann@127.0.0.1:1/db?password=${secret}`)],
    ['the parameter sslpassword', () => url(`postgresql://ann@127.0.0.1:1/db?sslpassword=${secret}`)],
    ['a DATABASE_URL without a scheme', () => url(`ann:${secret}@127.0.0.1/db`)],
    ['a DATABASE_URL of keywords', () => url(`host=127.0.0.1 password=${secret}`)],
    ['a DATABASE_URL with an ambiguous password', () => url(`postgresql://ann:x/${secret}@127.0.0.1/db`)],
    [
      'the file of DATABASE_URL_FILE',
      () => ({ DATABASE_URL_FILE: file('url', `postgresql://ann:${secret}@127.0.0.1:1/db\n`) }),
    ],
    ['an invalid file of DATABASE_URL_FILE', () => ({ DATABASE_URL_FILE: file('bad', `${secret}\n`) })],
    [
      'DATABASE_URL of the environment file',
      () => ({ ENV_FILE: file('env', `DATABASE_URL='postgresql://ann:${secret}@127.0.0.1:1/db'\n`) }),
    ],
    [
      'an invalid line of the environment file',
      () => ({ ...url('postgresql://127.0.0.1:1/db'), ENV_FILE: file('line', `${secret}\n`) }),
    ],
    ['PGPASSWORD', () => ({ ...url(database.url), PGPASSWORD: secret })],
    ['PGPASSFILE', () => ({ ...url(database.url), PGPASSFILE: file('pgpass', `*:*:*:*:${secret}\n`) })],
    ['a URL in PGHOST', () => ({ ...url('postgresql:///db'), PGHOST: `postgresql://ann:${secret}@127.0.0.1/db` })],
    ['a URL in HOST', () => ({ ...url(database.url), HOST: `postgresql://ann:${secret}@127.0.0.1/db` })],
    ['a URL in DATA_DIR', () => ({ DATA_DIR: `postgresql://ann:${secret}@127.0.0.1/db` })],
    ['a URL in LOG_LEVEL', () => ({ ...url(database.url), LOG_LEVEL: `postgresql://ann:${secret}@127.0.0.1/db` })],
  ])('is not printed: %s', async (_, env) => {
    const { stdout, stderr } = await doctor(env());
    expect(stdout).toMatch(/^setting\tvalue\tfrom\n/);
    expect(stdout + stderr).not.toContain(secret);
  });
});

it('reports pending migrations, and runs none', async () => {
  const result = await doctor({ DATABASE_URL: database.url });
  expect(findingOf(result, 'migrations')).toEqual([
    'warning',
    'migrations',
    expect.stringMatching(/^\d+ pending: CreatePets\d{13}, /),
    expect.stringContaining('petstore migrate'),
  ]);
  expect(result.exitCode).toBe(0);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query("SELECT FROM pg_tables WHERE schemaname = 'public'").finally(() => client.end());
  expect(rows).toEqual([]);
});

it.each([
  ['asynchronous commits', 'SET synchronous_commit = off', 'durability', 'synchronous_commit is off'],
  ['read-only transactions', 'SET default_transaction_read_only = on', 'write access', 'transactions are read-only'],
  ['a limit of connections below the pool', 'CONNECTION LIMIT 9', 'connections', 'the role can open 9;'],
])('reports %s', async (_, change, check, message) => {
  const { pathname } = new URL(database.url.replace('@/', '@host/'));
  await executeAsPsql(database.url, `ALTER DATABASE ${pathname.slice(1)} ${change};`);
  const result = await doctor({ DATABASE_URL: database.url });
  expect(findingOf(result, check)).toEqual(['problem', check, expect.stringContaining(message), expect.any(String)]);
  expect(result.exitCode).toBe(1);
});

it('reports the rights that a role lacks', async () => {
  await petstore({ DATABASE_URL: database.url }, 'migrate');
  await executeAsPsql(
    database.url,
    'DROP ROLE IF EXISTS doctor_reader; CREATE ROLE doctor_reader LOGIN; GRANT SELECT ON migrations, pets TO doctor_reader;',
  );
  const result = await doctor({ DATABASE_URL: database.url.replace('petstore@', 'doctor_reader@') });
  const [, , message] = findingOf(result, 'write access') ?? [];
  expect(message).toBe('the role doctor_reader lacks INSERT on pets, SELECT on api_keys, INSERT on idempotency_keys');
  expect(result.exitCode).toBe(1);
  await executeAsPsql(database.url, 'DROP OWNED BY doctor_reader; DROP ROLE doctor_reader;');
});

it('reports a standby', async () => {
  const primary = await OwnServer.start();
  const standby = await primary.startStandby();
  try {
    const result = await doctor({ DATABASE_URL: standby.url });
    expect(findingOf(result, 'write access')).toEqual([
      'problem',
      'write access',
      'the server is a standby, which refuses writes',
      'set DATABASE_URL to the primary',
    ]);
    expect(result.exitCode).toBe(1);
  } finally {
    await standby.remove();
    await primary.remove();
  }
});

describe('a database that does not answer', () => {
  it('is reported after DATABASE_CONNECT_TIMEOUT', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const connections: { destroy(): void }[] = [];
    silent.on('connection', (connection) => connections.push(connection));
    const result = await doctor({
      DATABASE_URL: `postgresql://ann:${secret}@127.0.0.1:${port}/db`,
      DATABASE_CONNECT_TIMEOUT: '500',
    });
    expect(findingOf(result, 'connection')?.slice(0, 3)).toEqual([
      'problem',
      'connection',
      'the database cannot be reached: the server did not answer in time',
    ]);
    expect(result.exitCode).toBe(1);
    for (const connection of connections) connection.destroy();
    silent.close();
  });

  it('is reported after DATABASE_STATEMENT_TIMEOUT', async () => {
    await petstore({ DATABASE_URL: database.url }, 'migrate');
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query('BEGIN; LOCK TABLE migrations');
    const result = await doctor({ DATABASE_URL: database.url, DATABASE_STATEMENT_TIMEOUT: '500' });
    await client.end();
    expect(findingOf(result, 'connection')?.slice(0, 2)).toEqual(['problem', 'connection']);
    expect(result.exitCode).toBe(1);
  });
});

describe('the port', () => {
  it('is a problem if another program uses it', async () => {
    const other = createServer((connection) => connection.end('no HTTP')).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const result = await doctor({ DATABASE_URL: database.url, PORT: String(port), METRICS_PORT: String(port) });
    other.close();
    expect(findingOf(result, 'port')?.slice(0, 3)).toEqual([
      'problem',
      'port',
      `127.0.0.1:${port} is in use by another program`,
    ]);
    expect(findingOf(result, 'metrics port')?.[0]).toBe('problem');
    expect(result.exitCode).toBe(1);
  });

  it('is no problem if a service uses it, as during an update', async () => {
    const service = await startService({ DATABASE_URL: database.url });
    const { port } = new URL(service.address);
    const result = await doctor({ DATABASE_URL: database.url, PORT: port });
    await service.end('SIGTERM');
    expect(findingOf(result, 'port')).toEqual(['ok', 'port', `127.0.0.1:${port} is in use by a running service`]);
    expect(result.exitCode).toBe(0);
  });
});

describe('the embedded database', () => {
  it('is not created', async () => {
    const data = join(directory, 'none');
    const result = await doctor({ DATA_DIR: data });
    expect(findingOf(result, 'connection')?.slice(0, 2)).toEqual(['ok', 'connection']);
    expect(findingOf(result, 'disk space')?.[2]).toContain(`MB are free in ${data}`);
    expect(result.exitCode).toBe(0);
    expect(existsSync(data)).toBe(false);
  });

  it('is checked while a service uses it, and data of another version is a problem', async () => {
    const data = join(directory, 'data');
    const service = await startService({ DATA_DIR: data });
    const running = await doctor({ DATA_DIR: data });
    expect(findingOf(running, 'migrations')).toEqual(['ok', 'migrations', 'the schema is up to date']);
    expect(running.exitCode).toBe(0);
    await service.end('SIGTERM');
    writeFileSync(join(data, 'postgresql/PG_VERSION'), '17\n');
    const old = await doctor({ DATA_DIR: data });
    expect(findingOf(old, 'data')?.[2]).toMatch(/was written by PostgreSQL 17, and this is 18: stop the service/);
    expect(old.exitCode).toBe(1);
  });
});
