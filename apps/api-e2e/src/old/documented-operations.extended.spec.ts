import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { accessPersistence } from '@petstore/access-infrastructure';
import { issueKey100, verifyKey100 } from '@petstore/access-infrastructure/testing';
import { idempotencyPersistence } from '@petstore/database';
import { createTestDatabase, releasedContexts, type ReleasedMigration } from '@petstore/database/testing';
import { petsPersistence } from '@petstore/pets-infrastructure';
import { insertPetOnce100 } from '@petstore/pets-infrastructure/testing';
import { petstore, petstoreOutput } from '@petstore/processes';
import { storePersistence } from '@petstore/store-infrastructure';
import { createTestDirectory } from './testing/create-test-directory.ts';
import { DebianPostgres } from './testing/debian-postgres.ts';
import { OperatorShell, sectionBlocks } from './testing/operator-shell.ts';
import { startListening, startService } from './testing/start-service.ts';
import { readAllRows, StoreData } from './testing/store-data.ts';
import { UnpackedArchive } from './testing/unpacked-archive.ts';

// Executes the commands of docs/operations.md, and checks that nothing is lost.

// Milliseconds. Each test starts many processes one after the other, which take minutes on a busy machine.
jest.setTimeout(1_800_000);

const parent = createTestDirectory();
let postgres: DebianPostgres;
let directory: string;
let shell: OperatorShell;
/** URL of the database that the section "Your own PostgreSQL, step by step" creates. */
let url: string;

beforeAll(async () => {
  postgres = await DebianPostgres.start(parent);
});

afterAll(() => postgres?.stop());

beforeEach(() => {
  directory = mkdtempSync(join(parent, 'operator-'));
  // The server's user must enter the data directory in it.
  execFileSync('chmod', ['711', directory]);
  url = `postgresql://petstore:secret@127.0.0.1:${postgres.port}/petstore?sslmode=disable`;
  shell = new OperatorShell(directory, postgres.programs, [
    ['db.example:5432', `127.0.0.1:${postgres.port}`],
    ['-h db.example', `-h 127.0.0.1 -p ${postgres.port}`],
    ['sslmode=verify-full', 'sslmode=disable'],
  ]);
});

const psql = (statement: string) => shell.run(`psql -q '${postgres.adminUrl('postgres')}' -c '${statement}'`);

/** Executes the section that creates the role, the database and the tables. */
async function createOwnDatabase(): Promise<void> {
  const [createDatabase = '', createTables = ''] = sectionBlocks('### Your own PostgreSQL, step by step', 2);
  await shell.run(createDatabase);
  expect(await shell.run(createTables)).toMatch(/^ran CreatePets\d+\n[^]*^pets_\w{49}\n$/m);
}

async function dropOwnDatabases(): Promise<void> {
  for (const name of ['petstore', 'petstore_restored']) await psql(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await psql('DROP ROLE IF EXISTS petstore');
}

describe('with your own PostgreSQL', () => {
  beforeEach(createOwnDatabase);
  afterEach(dropOwnDatabases);

  it('backup and restore: the restored database has every row and works', async () => {
    const data = await StoreData.create({ DATABASE_URL: url });
    const before = await readAllRows(url);
    const [dump = '', restore = '', verify = ''] = sectionBlocks('### Your own PostgreSQL', 3);
    await shell.run(dump, { DATABASE_URL: url });
    const restored = url.replace('/petstore?', '/petstore_restored?');
    await shell.run(restore);
    const verified = await shell.run(verify, { DATABASE_URL: restored });
    expect(verified).toMatch(/ 205 \| 205\n[^]*^nothing to do: the schema is up to date$[^]*\tfront desk\t/m);
    expect(await readAllRows(restored)).toEqual(before);
    expect(before).toMatchObject({ pets: { length: 205 }, orders: { length: 1 }, api_keys: { length: 3 } });
    await data.expectInUse({ DATABASE_URL: restored });
    expect(await readAllRows(url)).toEqual(before);
  });

  it('change of the password: the service works with the new one, and the old one is refused', async () => {
    const data = await StoreData.create({ DATABASE_URL: url });
    const before = await readAllRows(url);
    const file = join(directory, 'database-url');
    writeFileSync(file, `${url}\n`);
    const service = await startService({ DATABASE_URL: '' }, { DATABASE_URL_FILE: file });
    const [change = '', check = ''] = sectionBlocks('### Change the password', 2);
    await shell.run(change);
    expect((await data.createPet(service, 'create-0')).status).toBe(201);
    await service.end('SIGTERM');
    expect(await shell.run(check)).toBe('nothing to do: the schema is up to date\n');
    const refused = await petstore({ DATABASE_URL: url }, 'migrate');
    expect(refused).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('password authentication failed') });
    const changed = readFileSync(file, 'utf8').trim();
    expect(await readAllRows(changed)).toMatchObject({ pets: before.pets, orders: before.orders });
    await data.expectInUse({ DATABASE_URL: changed });
  });
});

describe('update and roll back', () => {
  const record = JSON.parse(
    readFileSync(join(__dirname, '../../../../libs/contexts/released-migrations.json'), 'utf8'),
  ) as ReleasedMigration[];
  const current = [idempotencyPersistence, accessPersistence, petsPersistence, storePersistence];

  afterEach(dropOwnDatabases);

  it('the new release migrates, and the old one then works with everything that both have written', async () => {
    await psql('CREATE DATABASE petstore TEMPLATE template0');
    const database = await createTestDatabase(postgres.adminUrl('petstore'));
    try {
      // The schema and the statements of release 1.0.0.
      const old = await database.open(releasedContexts(record, current));
      const create = async (key: string) => {
        const [row] = await old.query<{ pet_id: string }[]>(insertPetOnce100, [
          'me',
          key,
          'ab',
          'Rex',
          '7',
          'available',
        ]);
        return row!.pet_id;
      };
      for (let index = 1; index <= 50; index++) expect(await create(`old-${index}`)).toBe(String(index));
      await issueKey100(old, 'key_old', 'old hash');
      const oldRows = () =>
        old.query(`SELECT (SELECT json_agg(p ORDER BY id) FROM (SELECT id, name, category_id, status FROM pets) AS p WHERE id <= 50),
          (SELECT json_agg(k ORDER BY key) FROM (SELECT owner, key, fingerprint, pet_id, created_at FROM idempotency_keys) AS k WHERE key LIKE 'old-%'),
          (SELECT json_agg(a) FROM (SELECT public_id, name, hint, secret_hash, created_at FROM api_keys) AS a WHERE public_id = 'key_old')`);
      const before = await oldRows();

      const archiveDirectory = join(directory, 'archive');
      mkdirSync(archiveDirectory);
      const archive = UnpackedArchive.create(archiveDirectory);
      const [update = ''] = sectionBlocks('### Update, and roll back', 1);
      const output = await shell.run(update.replace('/opt/petstore-1.1.0', archive.folder), {
        DATABASE_URL: database.url,
      });
      expect(output).toMatch(/^warning\tmigrations\t\d+ pending: /m);
      expect(output).toMatch(/^ALTER TABLE [^]*^ran \w+\d{13}$/m);
      expect(await oldRows()).toEqual(before);

      // Both releases run: the new one creates an animal and a key, and the old one uses them.
      const location = { DATABASE_URL: database.url };
      const key = await petstoreOutput(location, 'keys', 'issue', 'me');
      const service = await archive.startService(location);
      const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
      const body = JSON.stringify({ name: 'Tom', categoryId: 1 });
      expect((await fetch(`${service.address}/v1/pets`, { method: 'POST', headers, body })).status).toBe(201);
      expect(await create('both')).toBe('52');
      expect(await service.end('SIGTERM')).toBe(0);

      // Rolled back.
      expect(await create('old-50')).toBe('50');
      // The repeated create has used an id.
      expect(await create('rolled back')).toBe('54');
      const [newKey] = await old.query<{ hash: string; id: string }[]>(
        "SELECT secret_hash AS hash, public_id AS id FROM api_keys WHERE name = 'me'",
      );
      expect(await verifyKey100(old, newKey!.hash)).toBe(newKey!.id);
      expect(await verifyKey100(old, 'old hash')).toBe('key_old');
      expect(await oldRows()).toEqual(before);

      // The backup contains the data from before the update.
      await psql('CREATE DATABASE petstore_restored TEMPLATE template0');
      const restored = postgres.adminUrl('petstore_restored');
      await shell.run(`pg_restore --exit-on-error --dbname='${restored}' before-update.dump`);
      expect(await shell.run(`psql -At '${restored}' -c 'SELECT count(*), max(id) FROM pets'`)).toBe('50|50\n');
    } finally {
      await database.drop();
    }
  });
});

describe('with the embedded PostgreSQL', () => {
  let data: string;
  const location = () => ({ DATA_DIR: data });

  beforeEach(() => {
    data = join(directory, '.petstore');
  });

  /** Returns all rows. A running service keeps the server running. */
  async function readEmbeddedRows(): Promise<Record<string, string[]>> {
    const service = await startService(location());
    try {
      return await readAllRows(await petstoreOutput(location(), 'database'));
    } finally {
      await service.end('SIGTERM');
    }
  }

  it('backup and restore: the restored data has every row and works', async () => {
    const stored = await StoreData.create(location());
    const before = await readEmbeddedRows();
    const [backUp = '', replace = '', repairOwner = '', verify = '', dump = ''] = sectionBlocks(
      '### Embedded PostgreSQL',
      5,
    );
    await shell.run(backUp);
    await stored.expectInUse(location());
    expect(await readEmbeddedRows()).not.toEqual(before);
    await shell.run(replace);
    if (process.getuid?.() === 0) await shell.run(repairOwner);
    expect(await shell.run(verify, location())).toContain('\tfront desk\t');
    expect(await readEmbeddedRows()).toEqual(before);
    await stored.expectInUse(location());

    const service = await startService(location());
    const version = Number(/\d+/.exec(await shell.run('pg_dump --version'))?.[0]);
    const dumping = shell.run(dump, location());
    // The document says that pg_dump must be version 18 or newer.
    if (version < 18) await expect(dumping).rejects.toThrow('server version mismatch');
    else await dumping;
    await service.end('SIGTERM');
  });

  it('move to your own PostgreSQL: it has every row and works', async () => {
    const stored = await StoreData.create(location());
    const [createDatabase = ''] = sectionBlocks('### Your own PostgreSQL, step by step', 2);
    await shell.run(createDatabase);
    try {
      const [move = ''] = sectionBlocks('### From the embedded PostgreSQL to your own', 1);
      await expect(shell.run(move, location())).rejects.toThrow('is not running');
      const service = await startService(location());
      const before = await readAllRows(await petstoreOutput(location(), 'database'));
      await shell.run(move, location());
      await service.end('SIGTERM');
      expect(await readAllRows(url)).toEqual(before);
      await stored.expectInUse({ DATABASE_URL: url });
    } finally {
      await dropOwnDatabases();
    }
  });

  it('full disk: creates are refused, nothing is lost, and the service works again when space is free', async () => {
    mkdirSync(data, { mode: 0o711 });
    // Only root can mount. A failure must not look like a success, so the test is not skipped.
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=160m,mode=711', 'tmpfs', data]);
    const ballast = join(data, 'ballast');
    try {
      const stored = await StoreData.create(location());
      const service = await startService(location(), { PORT: '0' });
      const [inspect = '', free = '', check = ''] = sectionBlocks('### Full disk', 3);
      const { bavail, bsize } = statfsSync(data);
      execFileSync('dd', ['if=/dev/zero', `of=${ballast}`, `bs=${bsize}`, `count=${bavail}`], { stdio: 'ignore' });
      const acknowledged: number[] = [];
      let refusal: Response | undefined;
      for (let index = 0; refusal === undefined; index++) {
        const response = await stored.createPet(service, `full-${index}`);
        if (response.status === 201) acknowledged.push(((await response.json()) as { id: number }).id);
        else refusal = response;
      }
      expect([refusal.status, await refusal.json()]).toEqual([
        503,
        expect.objectContaining({ code: 'service_unavailable' }),
      ]);
      expect(await shell.run(inspect, location())).toMatch(
        /^problem\tdisk space\t0 MB are free [^]*\/postgresql\/base$/m,
      );
      await shell.run(free, location());
      rmSync(ballast);
      const ready = check.replace('http://127.0.0.1:3000', service.address);
      expect(await shell.run(ready, { ...location(), PORT: '0' })).toMatch(/^(ok|warning)\tdisk space\t/m);
      expect((await stored.createPet(service, 'after')).status).toBe(201);
      const rows = await readAllRows(await petstoreOutput(location(), 'database'));
      for (const id of acknowledged) expect(rows['pets']).toContain(`(${id},Rex,7,available)`);
      expect(rows['pets']).toHaveLength(205 + acknowledged.length + 1);
      expect(await service.end('SIGTERM')).toBe(0);
    } finally {
      execFileSync('umount', ['-l', data]);
    }
  });

  describe('keys', () => {
    const keysNamed = async (name: string) =>
      (
        JSON.parse(await petstoreOutput(location(), 'keys', 'list', '--json')) as {
          id: string;
          name: string;
          state: string;
        }[]
      ).filter((key) => key.name === name);

    it('rotation: both keys work, until the old one is revoked', async () => {
      const old = await petstoreOutput(location(), 'keys', 'issue', 'website');
      const [{ id } = { id: '' }] = await keysNamed('website');
      const service = await startService(location());
      const statusOf = async (key: string) =>
        (await fetch(`${service.address}/v1/pets`, { headers: { Authorization: `Bearer ${key}` } })).status;
      const [rotate = '', revoke = ''] = sectionBlocks('### Rotate a key', 2);
      const successor = (await shell.run(`${rotate}printf %s "$NEW"`, { ...location(), ID: id })).trim();
      expect([await statusOf(old), await statusOf(successor)]).toEqual([200, 200]);
      const output = await shell.run(revoke, { ...location(), ID: id });
      expect(output).toMatch(new RegExp(`revoked ${id}\n$`));
      // Another process verified the old key at most a second ago, and may still accept it.
      while ((await statusOf(old)) === 200);
      expect([await statusOf(old), await statusOf(successor)]).toEqual([401, 200]);
      await service.end('SIGTERM');
    });

    it('a leaked key: it is found by its hint, revoked, and its addresses and changes are listed', async () => {
      const stored = await StoreData.create(location());
      const service = await startService(location(), { TRUST_PROXY: 'loopback' });
      const leaked = await petstoreOutput(location(), 'keys', 'issue', 'leaked');
      const [{ id } = { id: '' }] = await keysNamed('leaked');
      const headers = { Authorization: `Bearer ${leaked}`, 'Content-Type': 'application/json' };
      for (const address of ['203.0.113.9', '203.0.113.9', '198.51.100.7'])
        await fetch(`${service.address}/v1/pets`, { headers: { ...headers, 'X-Forwarded-For': address } });
      const body = JSON.stringify({ name: 'stolen', categoryId: 1 });
      await fetch(`${service.address}/v1/pets`, {
        method: 'POST',
        headers: { ...headers, 'X-Forwarded-For': '198.51.100.7' },
        body,
      });
      expect((await stored.createPet(service, 'by-another-key')).status).toBe(201);

      const [find = '', revoke = '', investigate = ''] = sectionBlocks('### If a key leaks', 3);
      const env = { ...location(), LEAKED: leaked };
      const found = await shell.run(`${find}printf %s "$ID"`, env);
      expect(found.split('\n').at(-1)).toBe(id);
      expect(await shell.run(revoke, { ...env, ID: id })).toBe(`revoked ${id}\n`);
      expect((await keysNamed('leaked'))[0]?.state).toBe('revoked');
      await service.end('SIGTERM');
      writeFileSync(join(directory, 'petstore.log'), `${service.log.join('\n')}\n`);
      const report = await shell.run(investigate, { ...env, ID: id });
      const lines = report.trimEnd().split('\n');
      expect(lines.slice(0, 2).sort()).toEqual([
        expect.stringMatching(/^ +2 "client":"198\.51\.100\.7"$/),
        expect.stringMatching(/^ +2 "client":"203\.0\.113\.9"$/),
      ]);
      expect(JSON.parse(lines[2]!)).toMatchObject({ method: 'POST', status: 201, client: '198.51.100.7' });
      expect(lines.slice(3).map((line) => line.split('\t')[2])).toEqual(['issued', 'revoked']);
      expect(existsSync(join(directory, 'leaked.log'))).toBe(true);
    });
  });
});

it('troubleshooting: the first command finds what is wrong', async () => {
  const [doctor = ''] = sectionBlocks('## Troubleshooting', 1);
  const env = { DATABASE_URL: url.replace('/petstore?', '/none?'), PORT: '0' };
  await expect(shell.run(doctor, env)).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringContaining('problem\tconnection\t'),
  });
  const listening = await startListening({ DATABASE_URL: env.DATABASE_URL });
  expect((await fetch(`${listening.address}/health/ready`)).status).toBe(503);
  await listening.end('SIGTERM');
});
