import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { workspace } from './support/workspace.ts';
import { CheckedClient } from './support/checked-client.ts';
import { noFile } from './support/service.ts';
import {
  Database,
  listenService,
  petstore,
  preload,
  processes,
  type Result,
  runProgram,
  runService,
} from './support/test-file.ts';

const unreachable = { DATABASE_URL: 'postgresql://ann:hunter2@127.0.0.1:1/db' };

/** Expects that a program has failed, and that its last line says why. @param parts texts that this line contains */
function expectRefusal({ exitCode, stdout, stderr }: Result, ...parts: string[]): void {
  expect(exitCode).toBe(1);
  expect(stdout).not.toContain('"ready"');
  const lines = stderr.trimEnd().split('\n');
  // A command names its database first.
  expect(lines.slice(0, -1).filter((line) => !line.startsWith('petstore: database: '))).toEqual([]);
  for (const part of ['petstore: ', ...parts]) expect(lines.at(-1)).toContain(part);
}

it('the service names all wrong settings at once, a command only DATABASE_URL, and neither prints the value of DATABASE_URL', async () => {
  const env = { PORT: 'abc', DATABASE_URL: 'mysql://ann:hunter2@host/db' };
  const [refused, command] = await Promise.all([runService(env), petstore(env, 'migrate')]);
  expect(refused.exitCode).toBe(1);
  expect(refused.stderr).toMatch(
    /^petstore: PORT must be an integer [^\n]* 65535[^\n]*\nDATABASE_URL [^\n]* must be [^\n]*\n$/,
  );
  expectRefusal(command, 'DATABASE_URL');
  for (const { stderr } of [refused, command]) expect(stderr).not.toMatch(/hunter2|ann/);
});

it('the service names a wrong setting before it loads TypeORM, which takes longer', async () => {
  const modules = preload(
    'modules',
    "process.on('exit', () => console.log(Object.keys(require.cache).filter((file) => file.includes('/typeorm/')).length));",
  );
  // The compiled files, because the archive has no file for a module.
  const program = join(workspace, 'apps/api/dist/main.js');
  const refused = await runProgram(process.execPath, [program], { ...noFile, ...modules, PORT: 'abc' }).result;
  expectRefusal(refused, 'PORT');
  expect(refused.stdout).toBe('0\n');
});

const commands = [['keys', 'list'], ['keys', 'issue', 'me'], ['import', 'pets.csv'], ['export'], ['seed'], ['migrate']];

/** Writes an environment file, and returns the setting that names it. */
function environmentFile(text: string): { readonly ENV_FILE: string; readonly DATA_DIR: string } {
  const file = join(processes.directory, 'settings.env');
  writeFileSync(file, text);
  // If a program ignored the file, it would use the embedded database in the workspace.
  return { ENV_FILE: file, DATA_DIR: join(processes.directory, 'unused') };
}

it('the service and every command report the faults of the environment file, with other wrong settings', async () => {
  const env = environmentFile('METRIC_PORT=1\nDATABASE_URL="mysql://ann:hunter2@host/db"\nhunter2\n');
  const runs = [runService(env), ...commands.map((command) => petstore(env, ...command))];
  for (const { exitCode, stdout, stderr } of await Promise.all(runs)) {
    const [malformed, unknown, url, ...others] = stderr.split('\n');
    expect(malformed).toContain(`petstore: ${env.ENV_FILE}, line 3: must be NAME=value`);
    expect(unknown).toBe(`${env.ENV_FILE}, line 1: METRIC_PORT is not a setting: did you mean METRICS_PORT?`);
    expect(url).toContain('DATABASE_URL (its value is not shown) must be');
    expect(others).toEqual(['']);
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).not.toContain('hunter2');
  }
});

it.each([
  ['Bun', 'bun', '1.4.5'],
  ['Deno', 'deno', '2.9.7'],
])(
  'the service and a command say in one line that they were started with %s, and which Node they need',
  async (...test) => {
    const [runtime, name, version] = test;
    const versions = JSON.stringify({ ...process.versions, [name]: version });
    const env = preload(name, `Object.defineProperty(process, 'versions', { value: ${versions} });`);
    const { engines } = JSON.parse(readFileSync(join(workspace, 'package.json'), 'utf8')) as {
      engines: { node: string };
    };
    const stderr = `petstore: started with ${runtime} ${version}: start it with Node ${engines.node}\n`;
    for (const refused of await Promise.all([
      runService(env),
      petstore(env, 'keys', 'list'),
      petstore(env, '--help'),
    ])) {
      expect(refused).toEqual({ exitCode: 1, stdout: '', stderr });
    }
  },
);

it('the service refuses an argument, and says where its settings are', async () => {
  expectRefusal(await runService({}, '--port', '80'), 'docs/settings.md');
});

it.each([
  ['root cannot write', '/proc/petstore'],
  ['is below a file', `${__filename}/data`],
])('the service and a command name a DATA_DIR that %s', async (_, DATA_DIR) => {
  for (const refused of await Promise.all([runService({ DATA_DIR }), petstore({ DATA_DIR }, 'keys', 'list')])) {
    expectRefusal(refused, 'DATA_DIR', DATA_DIR);
  }
});

it('the service names PORT if another process uses the port', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const port = String((other.address() as AddressInfo).port);
  const refused = await runService({ ...(await Database.create()).location, PORT: port });
  other.close();
  expectRefusal(refused, 'PORT', port);
});

it('the service waits for a database that cannot be reached, and a command fails; neither prints the password', async () => {
  const service = await listenService(unreachable);
  expect(await service.waitForLog('waiting for the database')).toMatchObject({ level: 'warn' });
  const client = new CheckedClient(service, 'pets_wrong');
  expect(await client.get('/health/ready')).toMatchObject({ status: 503, code: 'service_unavailable' });
  expect(await service.end('SIGTERM')).toBe(0);
  expect(JSON.stringify(service.log)).not.toContain('hunter2');

  const refused = await petstore(unreachable, 'keys', 'issue', 'me');
  expectRefusal(refused, 'the database cannot be reached', 'ECONNREFUSED');
  expect(refused.stderr).not.toContain('hunter2');
});

it('the service and every command refuse a database that does not wait for the disk', async () => {
  const database = await Database.create();
  await database.query(`ALTER DATABASE ${database.name} SET synchronous_commit = off`);
  expectRefusal(await runService(database.location), 'synchronous_commit is off', 'ALTER ROLE petstore IN DATABASE');
  for (const command of ['migrate', 'export', 'seed', 'keys list', 'keys log', 'keys issue me', 'keys revoke key_1']) {
    expectRefusal(await petstore(database.location, ...command.split(' ')), 'synchronous_commit is off');
  }
});
