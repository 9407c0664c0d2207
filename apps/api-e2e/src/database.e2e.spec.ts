import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, PostgresServer, Proxy } from '@petstore/database/testing';
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

it('defaults of the database, the role and PGOPTIONS change nothing', async () => {
  const database = await Database.create();
  for (const [setting, value] of [
    ['DateStyle', 'German'],
    ['IntervalStyle', 'iso_8601'],
    ['TimeZone', 'Asia/Kolkata'],
    ['client_encoding', 'LATIN1'],
    ['standard_conforming_strings', 'off'],
    ['bytea_output', 'escape'],
    ['array_nulls', 'off'],
    ['exit_on_error', 'on'],
    ['default_transaction_isolation', 'serializable'],
    ['default_transaction_read_only', 'on'],
    ['statement_timeout', '1ms'],
  ]) {
    await Database.named('petstore').query(
      `ALTER ROLE petstore IN DATABASE ${database.name} SET ${setting} = '${value}'`,
    );
  }
  const location = { ...database.location, PGOPTIONS: '-c search_path=app -c DateStyle=SQL' };
  const service = await startService({ ...location, BETA: 'on' });
  const client = new CheckedClient(service, await issueKey(location, 'used', '--expires', '1h'));
  const created = await client.post('/v1/pets', { name: "Rex '\\é", categoryId: 7 }, 'intake-1');
  expect(created.status).toBe(201);
  const repeats = await Promise.all(
    Array.from({ length: 10 }, () => client.post('/v1/pets', { name: "Rex '\\é", categoryId: 7 }, 'intake-1')),
  );
  for (const repeat of repeats) expect(repeat).toMatchObject({ status: 201, text: created.text });
  expect((await client.get('/v1/pets')).text).toBe(`[${created.text}]`);
  const orders = await Promise.all(Array.from({ length: 10 }, () => client.post('/v1/store/orders', { petId: 1 })));
  expect(orders.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(9).fill(409)]);
  const [key] = JSON.parse((await petstore(location, 'keys', 'list', '--json')).stdout) as { id: string }[];
  expect(await petstore(location, 'keys', 'revoke', key!.id)).toMatchObject({ exitCode: 0 });
  await processes.until(async () => (await client.get('/v1/pets')).status === 401);
  expect(await service.end('SIGTERM')).toBe(0);
});

describe("the operator's own PostgreSQL", () => {
  let primary: PostgresServer;

  beforeAll(async () => {
    const rules = join(processes.directory, 'pg_hba.conf');
    const trusted = ['all', 'replication'].map((databases) => `host ${databases} petstore 127.0.0.1/32 trust\n`);
    writeFileSync(rules, `${trusted.join('')}host all own 127.0.0.1/32 scram-sha-256\n`, { mode: 0o644 });
    primary = await PostgresServer.start(processes, { hba_file: rules }, await freePort());
  });

  it('is used with the password of a file, which every command reads again', async () => {
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
      stderr: expect.stringContaining(
        'asks for the password of the user own: set it in DATABASE_URL, in PGPASSWORD or',
      ),
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

  it('is not used while it is a standby: all requests are refused until its promotion', async () => {
    const proxy = await Proxy.start(primary.url);
    const location = { DATABASE_URL: proxy.url };
    const service = await startService(location);
    const client = new CheckedClient(service, await issueKey(location));
    expect((await client.post('/v1/pets', { ...rex, name: 'before' })).status).toBe(201);

    const standby = await primary.startStandby();
    proxy.redirect(standby.url);
    await processes.until(async () => (await service.status('/health/ready')) === 503);
    const reason = 'the database is a standby';
    for (const answer of [await client.get('/v1/pets'), await client.post('/v1/pets', rex)]) {
      expect(answer).toMatchObject({ status: 503, code: 'service_unavailable' });
    }
    expect(await petstore(location, 'keys', 'issue', 'me')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining(reason),
    });
    const late = await listenService(location);
    await late.waitForLog(reason);

    await primary.end('SIGINT');
    await standby.promote();
    for (const instance of [service, late]) await instance.until('/health/ready');
    expect((await client.post('/v1/pets', { ...rex, name: 'after' })).status).toBe(201);
    const names = (await client.readAll<{ name: string }>('/v1/pets')).map(({ name }) => name);
    expect(names.slice(-2)).toEqual(['before', 'after']);
    for (const instance of [service, late]) expect(await instance.end('SIGTERM')).toBe(0);
    proxy.close();
  });
});
