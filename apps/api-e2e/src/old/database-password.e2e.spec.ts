import { once } from 'node:events';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EmbeddedPostgres } from '@petstore/database';
import { childProcesses, mainFileOf, waitForExit, type ProcessResult } from '@petstore/processes';
import pg from 'pg';
import { createTestDirectory } from './testing/create-test-directory.ts';

const directory = createTestDirectory();
const secret = 'sécret "pass"';

/** The user of each method with which PostgreSQL asks for a password. */
const methods = ['scram-sha-256', 'md5', 'password'] as const;
type Method = (typeof methods)[number];

let server: EmbeddedPostgres;

beforeAll(async () => {
  const rules = ['local all petstore trust', ...methods.map((method) => `local all "${method}" ${method}`)];
  const file = join(directory, 'pg_hba.conf');
  writeFileSync(file, `${rules.join('\n')}\n`);
  chmodSync(file, 0o644);
  server = await EmbeddedPostgres.acquire(join(directory, 'data'), { settings: { hba_file: file } });
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  for (const method of methods) {
    await client.query(`SET password_encryption = '${method === 'md5' ? 'md5' : 'scram-sha-256'}'`);
    await client.query(`CREATE ROLE "${method}" LOGIN SUPERUSER PASSWORD ${pg.escapeLiteral(secret)}`);
  }
  await client.end();
});

afterAll(() => server?.release());

const urlFor = (method: Method) => server.url.replace('petstore@', `${method}@`);

/** Makes Node report that standard input and standard error are a terminal. They are pipes, so that the test can use them. */
const asTerminal = 'data:text/javascript,process.stdin.isTTY = process.stderr.isTTY = true';

/**
 * Runs `petstore keys list`.
 * @param typed what the operator types at the prompt; without it, the command runs outside of a terminal
 */
async function listKeys(method: Method, { typed, env = {} }: { typed?: string; env?: object }): Promise<ProcessResult> {
  const options = typed === undefined ? [] : ['--import', asTerminal];
  const child = childProcesses.spawn(process.execPath, [...options, mainFileOf('cli'), 'keys', 'list'], {
    env: { PATH: process.env['PATH'], HOME: directory, DATABASE_URL: urlFor(method), ...env },
    stdio: 'pipe',
  });
  const result = waitForExit(child as Parameters<typeof waitForExit>[0]);
  if (typed !== undefined) {
    let shown = '';
    while (!shown.includes('Password')) shown += String((await once(child.stderr!, 'data'))[0]);
    child.stdin!.write(typed);
  }
  return result;
}

describe.each(methods)('a server that asks for a password by the method %s', (method) => {
  const heading = 'id\tname\thint\tcreated\tlast used\texpires\tstate\taccess\n';

  it('gets the password that the operator types, which is not shown', async () => {
    const { exitCode, stdout, stderr } = await listKeys(method, { typed: `${secret}\r` });
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: heading });
    expect(stderr).toBe(`petstore: database: ${urlFor(method)}\nPassword for user ${method}: \n`);
  });

  it('gets the password of PGPASSWORD without a prompt', async () => {
    const result = await listKeys(method, { env: { PGPASSWORD: secret } });
    expect(result).toEqual({ exitCode: 0, stdout: heading, stderr: `petstore: database: ${urlFor(method)}\n` });
  });

  it('makes the command fail in one line outside of a terminal', async () => {
    const { exitCode, stdout, stderr } = await listKeys(method, {});
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr.split('\n').slice(1)).toEqual([
      expect.stringMatching(`^petstore: the database asks for the password of the user ${method}, .*DATABASE_URL`),
      '',
    ]);
  });
});

it.each([
  ['Ctrl-C', 'hunter\x03', 130, ''],
  ['Enter', '\r', 1, 'petstore: the database asks for the password of the user md5, [^\n]*\n'],
  ['a wrong password', 'hunter2\r', 1, 'petstore: the database cannot be reached: password authentication [^\n]*\n'],
])('%s at the prompt ends the command', async (_, typed, expectedCode, message) => {
  const { exitCode, stdout, stderr } = await listKeys('md5', { typed });
  expect({ exitCode, stdout }).toEqual({ exitCode: expectedCode, stdout: '' });
  expect(stderr).toMatch(new RegExp(`Password for user md5: \n${message}$`));
});
