import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, PostgresServer } from '@petstore/database/testing';
import { CheckedClient } from './support/checked-client.ts';
import { Database, issueKey, listenService, petstore, processes, startService } from './support/test-file.ts';

const rex = { name: 'Rex', categoryId: 7 };

/** A key that was never issued, with a valid checksum. The service looks it up in the database. */
const unknownKey = 'pets_00000000000000000000000000000000000000000002kWGm4';

describe('a database that is created while the service waits', () => {
  const role = 'created_later';
  const database = Database.named('created_later');
  const server = Database.named('petstore');
  const url = database.url.replace('petstore@', `${role}@`);

  afterAll(async () => {
    await server.query(`DROP DATABASE IF EXISTS ${database.name} WITH (FORCE)`);
    await server.query(`DROP ROLE IF EXISTS ${role}`);
  });

  it('gets its schema when the operator has removed the last reason to wait, and the log has each reason', async () => {
    const service = await listenService({ DATABASE_URL: url });
    const client = new CheckedClient(service, unknownKey);
    expect((await client.get('/health/live')).status).toBe(200);
    for (const path of ['/health/ready', '/v1/pets', '/v1/pets/1']) {
      expect(await client.get(path)).toMatchObject({ status: 503, code: 'service_unavailable' });
    }
    expect((await new CheckedClient(service, 'pets_wrong').get('/v1/pets')).status).toBe(401);

    const steps = [
      [`role "${role}" does not exist`, `CREATE ROLE ${role}`],
      ['is not permitted to log in', `ALTER ROLE ${role} LOGIN`],
      [`database "${database.name}" does not exist`, `CREATE DATABASE ${database.name}`],
      ['permission denied for schema public', `ALTER DATABASE ${database.name} OWNER TO ${role}`],
    ] as const;
    for (const [reason, statement] of steps) {
      await service.waitForLog(reason);
      await server.query(statement);
    }
    await service.waitForLog('ready');
    const key = await issueKey(database.location);
    expect((await new CheckedClient(service, key).post('/v1/pets', rex)).status).toBe(201);
    const waiting = service.log.filter(({ msg }) => msg.startsWith('waiting for the database'));
    expect(waiting).toHaveLength(steps.length);
    expect(await service.end('SIGTERM')).toBe(0);
  });

  it('does not delay a stop', async () => {
    const service = await listenService(Database.named('never_created').location);
    expect(await service.end('SIGTERM')).toBe(0);
  });
});

it('goes on after somebody has inserted and deleted animals with psql', async () => {
  const database = await Database.create();
  expect(await petstore(database.location, 'migrate')).toMatchObject({ exitCode: 0 });
  const service = await startService({ ...database.location, BETA: 'on' });
  const client = new CheckedClient(service, await issueKey(database.location));
  await client.post('/v1/pets', rex);
  await client.post('/v1/store/orders', { petId: 1 });
  await database.query('DELETE FROM pets');
  expect((await client.post('/v1/store/orders/1/complete', {})).status).toBe(409);
  expect((await client.post('/v1/store/orders/1/cancel', {})).status).toBe(200);
  expect((await client.get('/v1/events?type=order.cancelled')).text).toMatch(/"data":\{"order":\{[^{}]*\}\}\}\]$/);

  await database.query(`INSERT INTO pets (id, name, category_id, status) OVERRIDING SYSTEM VALUE
    SELECT id, 'psql', 1, 'sold' FROM unnest(ARRAY[-7, 0, 2, 3, 100]) AS id`);
  expect((await client.post('/v1/pets', rex)).headers['location']).toBe('/v1/pets/4');
  const ids = JSON.parse((await client.get('/v1/pets')).text) as { id: number }[];
  expect(ids.map(({ id }) => id)).toEqual([-7, 0, 2, 3, 4, 100]);
  const behind = 'the sequence public.pets_id_seq is behind the table pets';
  expect(await service.end('SIGTERM')).toBe(0);
  await service.start();
  expect(service.log.filter(({ msg }) => msg.startsWith(behind))).toHaveLength(1);
  expect((await petstore(database.location, 'migrate')).stderr).toContain('continues after 100');
  expect((await client.post('/v1/pets', rex)).headers['location']).toBe('/v1/pets/101');
  expect(await service.end('SIGTERM')).toBe(0);
  await service.start();
  expect(service.log.filter(({ msg }) => msg.startsWith(behind))).toHaveLength(1);
});

it("the operator's own PostgreSQL is used with the password of a file, which every command reads again", async () => {
  const rules = join(processes.directory, 'pg_hba.conf');
  const lines = ['host all petstore 127.0.0.1/32 trust\n', 'host all own 127.0.0.1/32 scram-sha-256\n'];
  writeFileSync(rules, lines.join(''), { mode: 0o644 });
  const primary = await PostgresServer.start(processes, { hba_file: rules }, await freePort());
  await primary.query(`CREATE ROLE own LOGIN PASSWORD 'first "pass"'`);
  await primary.query('ALTER DATABASE petstore OWNER TO own');
  const file = join(processes.directory, 'database-url');
  const location = { DATABASE_URL_FILE: file };
  const writeUrl = (password: string) =>
    writeFileSync(file, `${primary.url.replace('petstore@', `own:${encodeURIComponent(password)}@`)}\n`, {
      mode: 0o600,
    });
  writeUrl('first "pass"');
  const service = await startService(location);
  const client = new CheckedClient(service, await issueKey(location));
  expect((await client.post('/v1/pets', rex)).status).toBe(201);
  // In an own database, the first start issues no key.
  expect((await petstore(location, 'keys', 'list')).stdout).not.toContain('first key');

  await primary.query("ALTER ROLE own PASSWORD 'sécond'");
  const refused = await petstore(location, 'keys', 'list');
  expect(refused).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('password authentication failed') });
  writeUrl('sécond');
  expect((await petstore(location, 'keys', 'list')).exitCode).toBe(0);

  const withoutPassword = { DATABASE_URL: primary.url.replace('petstore@', 'own@') };
  expect(await petstore(withoutPassword, 'keys', 'list')).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('asks for the password of the user own: set it in DATABASE_URL, in PGPASSWORD or'),
  });
  const passwordFile = join(processes.directory, 'pgpass');
  writeFileSync(passwordFile, `127.0.0.1:*:petstore:own:sécond\n`, { mode: 0o600 });
  for (const variable of [{ PGPASSWORD: 'sécond' }, { PGPASSFILE: passwordFile }]) {
    const listed = await petstore({ ...withoutPassword, ...variable }, 'keys', 'list');
    expect(listed).toMatchObject({
      exitCode: 0,
      stderr: `petstore: database: PostgreSQL on ${new URL(primary.url).host}, database petstore\n`,
    });
  }
  expect((await client.get('/v1/pets/1')).text).toBe('{"id":1,"name":"Rex","categoryId":7,"status":"available"}');
  expect(await service.end('SIGTERM')).toBe(0);
});
