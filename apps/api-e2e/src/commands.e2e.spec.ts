import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, closeSync, existsSync, openSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { brokenResponses, Proxy, succeeded } from '@petstore/database/testing';
import { type ExactPet, petArbitrary } from './support/arbitraries.ts';
import { CheckedClient } from './support/checked-client.ts';
import { workspace } from './support/workspace.ts';
import { commandFile, noFile, serviceFile } from './support/service.ts';
import {
  Database,
  issueKey,
  petstore,
  processes,
  type Result,
  runProgram,
  startPetstore,
  startService,
} from './support/test-file.ts';

interface LoggedEvent {
  readonly type: string;
  readonly actor: string;
  readonly data: { readonly pet: { readonly name: string } };
}

/** `(cd apps/api-e2e && SEED=… npx jest commands)` exports the animals of an earlier run again. The name of the test has its seed. */
const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);

let database: Database;
let count = 0;

/** Commands of this database. */
const run = (...args: string[]): Promise<Result> => petstore(database.location, ...args);

let template: Database;

beforeAll(async () => {
  template = await Database.create();
  expect((await petstore(template.location, 'migrate')).exitCode).toBe(0);
});

/** Creates a database with the current schema. */
const migrated = () => Database.create(`TEMPLATE ${template.name}`);

/** Returns the path of a file that no test has used. */
const newFile = (name: string) => join(processes.directory, `${++count}-${name}`);

/** Writes a CSV file. @returns its path */
function csv(content: string): string {
  const path = newFile('animals.csv');
  writeFileSync(path, content);
  return path;
}

/** Resolves when a command waits for something else than the database in its transaction about animals. Its start has another one. */
const untilIdleInTransaction = () =>
  processes.until(async () => {
    const waiting = await database.query(
      `SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND state = 'idle in transaction' AND query ~ 'pets|event_outbox|SAVEPOINT'`,
    );
    return waiting.length > 0;
  });

const storedIn = (stored: Database) => stored.query('SELECT name, category_id, status FROM pets ORDER BY id');

describe('import', () => {
  const withInvalidRows = 'name,categoryId,status\n,1,sold\nRex,1.5,adopted\nTom,9223372036854775808,\nKit,1,\n';

  beforeEach(async () => {
    database = await migrated();
  });

  it('creates nothing if rows are invalid; with --skip-invalid, it creates the others, and writes these beside the file', async () => {
    const file = csv(withInvalidRows);
    const refused = await run('import', file);
    expect(refused).toMatchObject({ exitCode: 1, stdout: '' });
    expect(refused.stderr).toMatch(
      /\npetstore: nothing was imported, because 3 rows of .*\nrow 2: .*\nrow 3: .*\nrow 4: /,
    );
    expect(await database.petNames()).toEqual([]);

    chmodSync(file, 0o600);
    const rejected = file.replace(/csv$/, 'rejected.csv');
    const { exitCode, stdout } = await run('import', file, '--skip-invalid');
    expect({ exitCode, stdout }).toEqual({
      exitCode: 2,
      stdout: `1 imported, 3 invalid rows skipped: see ${rejected}\n`,
    });
    expect(await database.petNames()).toEqual(['Kit']);
    expect(statSync(rejected).mode & 0o777).toBe(0o600);
    const [, ...rows] = readFileSync(rejected, 'utf8').trimEnd().split('\n');
    expect(rows).toEqual([
      expect.stringMatching(/^2,name is empty: .*,,1,sold$/),
      expect.stringMatching(/^3,"categoryId must be .*; status must be .*",Rex,1\.5,adopted$/),
      expect.stringMatching(/^4,categoryId must be .*,Tom,9223372036854775808,$/),
    ]);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('creates nothing if %s stops it', async (signal) => {
    const lock = await database.begin('LOCK TABLE pets IN SHARE MODE');
    const file = csv(`name,categoryId\n${'Rex,1\n'.repeat(20_000)}`);
    const command = startPetstore(database.location, ['import', file]);
    // The command waits for the lock with its first animals.
    await database.untilBlocked();
    command.kill(signal);
    await lock.end();
    const { exitCode, stdout, stderr } = await command.result;
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toContain('nothing was imported');
    expect(await database.petNames()).toEqual([]);
  });

  it('creates nothing if a signal stops it while it waits for more of a pipe', async () => {
    const pipe = newFile('pipe.csv');
    execFileSync('mkfifo', [pipe]);
    const writer = await open(pipe, 'r+');
    const command = startPetstore(database.location, ['import', pipe]);
    await writer.write(`name,categoryId\n${'Rex,1\n'.repeat(20_000)}`);
    await untilIdleInTransaction();
    command.kill('SIGTERM');
    expect(await command.result).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('nothing was imported'),
    });
    await writer.close();
    expect(await database.petNames()).toEqual([]);
  });

  it('says that all animals were created or none, and how to find out, if the connection is lost during COMMIT', async () => {
    const proxy = await Proxy.start(database.url);
    // The start commits a transaction of its own, in which it inserts nothing.
    let commits = 0;
    proxy.replace = (answer) =>
      succeeded(answer, 'COMMIT') && ++commits === 2 ? brokenResponses['the end of the connection'] : undefined;
    const location = { DATABASE_URL: proxy.url };
    const { exitCode, stdout, stderr } = await petstore(location, 'import', csv('name,categoryId\nRex,1\nTom,2\n'));
    proxy.close();
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    const [, query = ''] = /"(SELECT pg_xact_status\('\d+'\))"/.exec(stderr) ?? [];
    expect(await database.query(query)).toEqual([{ pg_xact_status: 'committed' }]);
    expect(await database.petNames()).toEqual(['Rex', 'Tom']);
  });
});

describe('export', () => {
  beforeAll(async () => {
    database = await migrated();
    const formula: ExactPet = { name: '=1+1', categoryId: 1n, status: 'sold' };
    const pets = [formula, ...fc.sample(petArbitrary, { numRuns: 1_999, seed })];
    await database.query(
      'INSERT INTO pets (name, category_id, status) SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[])',
      [pets.map(({ name }) => name), pets.map((pet) => String(pet.categoryId)), pets.map(({ status }) => status)],
    );
    await database.query('DELETE FROM pets WHERE id % 7 = 0');
  });

  it(`writes what import reads: the animals of another database are then equal, and a formula is text (SEED=${seed})`, async () => {
    const { exitCode, stdout } = await run('export');
    expect(exitCode).toBe(0);
    expect(stdout.split('\n')[1]).toMatch(/^1,'=1\+1,1,sold/);
    const other = await migrated();
    const imported = await petstore(other.location, 'import', csv(stdout));
    expect(imported).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('1,715 imported') });
    expect(await storedIn(other)).toEqual(await storedIn(database));
  });

  /** Starts an export. @param stdout where its output goes */
  const start = (stdout: 'pipe' | number) =>
    processes.spawn(process.execPath, [commandFile, 'export'], {
      env: { ...noFile, ...database.location },
      stdio: ['ignore', stdout, 'pipe'],
    });

  it('prints no error, and exits with 1, if the reader of its output closes it early', async () => {
    const child = start('pipe');
    child.stdout!.once('data', () => child.stdout!.destroy());
    const [stderr] = await Promise.all([text(child.stderr!), once(child, 'close')]);
    expect(child.exitCode).toBe(1);
    expect(stderr).toMatch(/^petstore: database: .*\n$/);
  });

  it('a signal stops it also while nobody reads its output', async () => {
    const all = database;
    database = await migrated();
    await database.query(
      "INSERT INTO pets (name, category_id, status) SELECT repeat('x', 200), 1, 'sold' FROM generate_series(1, 20000)",
    );
    const child = start('pipe');
    await untilIdleInTransaction();
    database = all;
    child.kill('SIGTERM');
    const [stderr] = await Promise.all([text(child.stderr!), once(child, 'exit')]);
    expect(child.exitCode).toBe(1);
    expect(stderr).toContain('stopped by SIGTERM: the output is incomplete');
  });

  it.each([
    ['export', [], 'standard output is closed'],
    ['keys', ['list'], 'standard output is closed'],
    ['keys', ['issue', 'Ann'], 'could not be printed'],
  ])('%s %j fails if there is no standard output', async (command, args, message) => {
    const child = processes.spawn('sh', ['-c', 'exec "$0" "$@" >&-', process.execPath, commandFile, command, ...args], {
      env: { ...noFile, ...database.location },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const [stderr] = await Promise.all([text(child.stderr!), once(child, 'close')]);
    expect(child.exitCode).toBe(1);
    expect(stderr).toMatch(new RegExp(`\n.*${message}.*\n$`));
  });

  it('succeeds if its output is the null device', async () => {
    const output = openSync(devNull, 'w');
    const child = start(output);
    closeSync(output);
    await Promise.all([text(child.stderr!), once(child, 'close')]);
    expect(child.exitCode).toBe(0);
  });

  const itWithFullDevice = existsSync('/dev/full') ? it : it.skip;

  itWithFullDevice('fails in one line if its output cannot be written', async () => {
    const full = openSync('/dev/full', 'w');
    const child = start(full);
    closeSync(full);
    const [stderr] = await Promise.all([text(child.stderr!), once(child, 'close')]);
    expect(child.exitCode).toBe(1);
    expect(stderr).toContain('petstore: standard output cannot be written: ENOSPC');
  });
});

describe('seed', () => {
  beforeEach(async () => {
    database = await migrated();
  });

  it("prints PostgreSQL's reason in one line if a statement fails, as import does, and creates nothing", async () => {
    const reason = 'could not extend file "base/5/16396": No space left on device';
    await database.query(`
      CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE E'${reason.replaceAll(' ', '\\n')}' USING ERRCODE = TG_ARGV[0]; END $$`);
    // A full disk, and an error that no repetition helps.
    for (const code of ['53100', 'P0001']) {
      await database.query(`
        DROP TRIGGER IF EXISTS fail ON pets;
        CREATE TRIGGER fail BEFORE INSERT ON pets FOR EACH ROW EXECUTE FUNCTION fail('${code}')`);
      const lines = async (...args: string[]) =>
        (await run(...args)).stderr.split('\n').filter((line) => line.includes('space'));
      const failed = (state: string) => [`petstore: the database has failed: ${reason}: ${state}`];
      expect(await lines('seed')).toEqual(failed('nothing was created'));
      expect(await lines('import', csv('name,categoryId\nTom,7\n'))).toEqual(failed('nothing was imported'));
    }
    expect(await database.petNames()).toEqual([]);
  });

  it('creates the animals of the seed as the operator, like import, and the log has their events', async () => {
    await run('import', csv('name,categoryId\nTom,7\n'));
    expect(await run('seed', '--count', '2')).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('created 2'),
    });
    await run('seed', '--count', '1', '--seed', '2');
    const names = await database.petNames();
    expect(names.slice(0, 3)).toEqual(['Tom', 'Rex', '小白']);
    expect(names.slice(3)).not.toEqual(['Rex']);
    const service = await startService({ ...database.location, BETA: 'on' });
    const client = new CheckedClient(service, await issueKey(database.location));
    const events = JSON.parse((await client.get('/v1/events')).text) as LoggedEvent[];
    expect(events.map(({ type, actor, data }) => `${type} ${actor} ${data.pet.name}`)).toEqual(
      names.map((name) => `pet.created operator ${name}`),
    );
  });

  it('refuses a count that is no integer, and creates nothing', async () => {
    const { exitCode, stderr } = await run('seed', '--count', '1e3');
    expect(exitCode).toBe(1);
    expect(stderr).toContain("'1e3' is invalid");
    expect(await storedIn(database)).toEqual([]);
  });
});

describe('migrate', () => {
  const upToDate = /nothing to do: the schema is up to date\n$/;

  beforeAll(async () => {
    database = await Database.create();
  });

  it.each([
    [['keys', 'list']],
    [['keys', 'log']],
    [['keys', 'issue', 'me']],
    [['keys', 'revoke', 'key_0000000000000']],
    [['import', join(workspace, 'apps/cli/examples/pets.csv')]],
    [['export']],
    [['seed']],
  ])('is the only command that changes the schema: without tables, %j fails and names migrate', async (args) => {
    const { exitCode, stdout, stderr } = await run(...args);
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toContain('"petstore migrate"');
    expect(await database.query("SELECT 1 FROM pg_tables WHERE schemaname = 'public'")).toEqual([]);
  });

  it('prints the migrations that it ran, or that there are none', async () => {
    expect((await run('migrate')).stdout).toMatch(/^(?:ran [A-Z]\w+\d{13}\n)+$/);
    expect((await run('migrate')).stdout).toMatch(upToDate);
  });
});

it('a command names the database, without its password, on standard error', async () => {
  database = await Database.create();
  const location = { DATABASE_URL: database.url.replace('petstore@', 'petstore:hunter2@') };
  const { stdout, stderr } = await petstore(location, 'migrate');
  expect(stderr).toContain(database.name);
  expect(stdout + stderr).not.toContain('hunter2');
});

it('a command says in one line which right its user lacks, and what to do', async () => {
  const reader = `${template.name}_reader`;
  await template.query(`CREATE ROLE ${reader} LOGIN; GRANT pg_read_all_data TO ${reader}`);
  const location = { DATABASE_URL: template.url.replace('petstore@', `${reader}@`) };
  for (const args of [
    ['keys', 'issue', 'me'],
    ['keys', 'revoke', 'key_0000000000000'],
    ['import', join(workspace, 'apps/cli/examples/pets.csv')],
    ['seed'],
  ]) {
    const { exitCode, stdout, stderr } = await petstore(location, ...args);
    expect({ args, exitCode, stdout }).toEqual({ args, exitCode: 1, stdout: '' });
    expect(stderr.trimEnd().split('\n').slice(1)).toEqual([
      expect.stringMatching(/^petstore: permission denied for table \w+: use the address of the owner/),
    ]);
  }
});

it('the program prints its version and its commands, and refuses an unknown command', async () => {
  const { version } = JSON.parse(readFileSync(join(workspace, 'package.json'), 'utf8')) as { version: string };
  expect(await run('--version')).toEqual({ exitCode: 0, stdout: `${version}\n`, stderr: '' });
  const { stdout } = await run('--help');
  for (const command of ['keys', 'import', 'export', 'seed', 'migrate']) expect(stdout).toContain(`\n  ${command} `);
  const unknown = expect.stringContaining(String.raw`unknown command 'ad\u001bopt'`);
  expect(await run('ad\u001bopt')).toMatchObject({ exitCode: 1, stderr: unknown });
});

it.each([
  ['a command', [commandFile, 'export']],
  ['the service', [serviceFile]],
])('%s says in one line that its working directory was deleted, as that of an earlier release', async (_, args) => {
  const directory = newFile('deleted');
  const script = 'mkdir "$0" && cd "$0" && rmdir "$0" && exec "$@"';
  const env = { ...noFile, ...template.location, PATH: process.env['PATH']! };
  const { exitCode, stderr } = await runProgram('sh', ['-c', script, directory, process.execPath, ...args], env).result;
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(/^petstore: the working directory does not exist any more: .*\n$/);
});
