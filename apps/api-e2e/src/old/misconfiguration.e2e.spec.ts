import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { createTestDatabase } from '@petstore/database/testing';
import { petstore, runApp, startExpectingFailure, waitForExit } from '@petstore/processes';
import { startListening } from './testing/start-service.ts';

const unreachable = 'postgresql://user:hunter2@127.0.0.1:1/db';

/** The line of standard error with which a command names its database. */
const databaseLine = /^petstore: database: [^\n]*\n/;

it.each([
  ['PORT', '70000', 'an integer from 0 (any free port) to 65535'],
  ['IDLE_TIMEOUT', '29999', 'at least 30000, REQUEST_TIMEOUT'],
])(
  'the service refuses to start with %s=%s, and prints the allowed values in one line',
  async (variable, value, allowed) => {
    const { exitCode, stdout, stderr } = await startExpectingFailure({ [variable]: value });
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toMatch(/^petstore: [^\n]*\n$/);
    expect(stderr).toContain(`${variable} is "${value}", but must be ${allowed}`);
  },
);

it.each([
  ['a mistyped scheme', 'mysql://ann:hunter2@host/db', 'its scheme is missing, or is not postgresql or postgres'],
  ['missing slashes', 'postgresql:ann:hunter2@host/db', '"//" is missing after its scheme'],
  [
    'a connection string of keywords',
    'host=db user=ann password = hunter2',
    'its scheme is missing, or is not postgresql or postgres',
  ],
  ['quotation marks', '"postgresql://ann:hunter2@host/db"', 'it starts or ends with a quotation mark or white space'],
])('the service refuses to start with a DATABASE_URL with %s, and does not print its value', async (_, url, reason) => {
  const location = { DATABASE_URL: url };
  for (const { exitCode, stdout, stderr } of await Promise.all([
    startExpectingFailure(location),
    petstore(location, 'migrate'),
  ])) {
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toMatch(/^petstore: DATABASE_URL \(its value is not shown\) must be postgresql:[^\n]*\n$/);
    expect(stderr).toContain(reason);
    expect(stderr).not.toMatch(/hunter2|ann/);
  }
});

it.each(['-h', '--help'])('the service prints its settings with %s, even if one is invalid', async (option) => {
  const { exitCode, stdout, stderr } = await waitForExit(runApp('api', [option], { PORT: '70000' }));
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  expect(stdout).toMatch(/^ +PORT +3000 +port of the service; must be an integer from 0 /m);
});

it('the service refuses an unknown argument in one line', async () => {
  const { exitCode, stdout, stderr } = await waitForExit(runApp('api', ['--port', '80'], {}));
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
  expect(stderr).toMatch(/^petstore: unknown argument "--port": [^\n]* --help [^\n]*\n$/);
});

it.each([
  ['in a file system without directories of users', '/proc/petstore', "mkdir '/proc"],
  ['that root cannot write either', '/proc', "mkdir '/proc"],
  ['below a file', `${__filename}/data`, `${__filename} is not a directory`],
])('the service and a command fail with one line if DATA_DIR is a directory %s', async (_, DATA_DIR, reason) => {
  for (const { exitCode, stderr } of await Promise.all([
    startExpectingFailure({ DATA_DIR }),
    petstore({ DATA_DIR }, 'keys', 'list'),
  ])) {
    expect(exitCode).toBe(1);
    const failure = stderr.replace(databaseLine, '');
    expect(failure).toMatch(/^petstore: [^\n]*\n$/);
    for (const part of ['DATA_DIR', DATA_DIR, reason]) expect(failure).toContain(part);
  }
});

it('the service waits for a database that cannot be reached, and does not log the password', async () => {
  const service = await startListening({ DATABASE_URL: unreachable });
  const line = await service.waitForLog(
    'waiting for the database: the database cannot be reached: connect ECONNREFUSED 127.0.0.1:1',
  );
  expect(JSON.parse(line)).toMatchObject({ level: 'warn' });
  expect(await service.end('SIGTERM')).toBe(0);
  expect(service.log.join()).not.toContain('hunter2');
});

it.each(['PORT', 'METRICS_PORT'])('the service exits with 1 if another process uses %s', async (variable) => {
  const database = await createTestDatabase();
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const env = { DATABASE_URL: database.url, PORT: '0', [variable]: String(port) };
  const { exitCode, stdout, stderr } = await startExpectingFailure(env);
  expect({ exitCode, stdout, stderr }).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: `petstore: port ${port} is in use; set ${variable}\n`,
  });
  other.close();
  await database.drop();
});

it('a command reports an unreachable database in one message, with exit code 1', async () => {
  const { exitCode, stdout, stderr } = await petstore({ DATABASE_URL: unreachable }, 'keys', 'issue', 'me');
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
  expect(stderr).toMatch(databaseLine);
  expect(stderr.replace(databaseLine, '')).toMatch(/^petstore: the database cannot be reached: [^\n]*\n$/);
});
