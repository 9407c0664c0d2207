import { createTestDatabase, type TestDatabase } from '@petstore/database/testing';
import { petstore, startExpectingFailure, type ServiceProcess } from '@petstore/processes';
import type { DataSource } from 'typeorm';
import { fetchChecked } from './testing/checked-fetch.ts';
import { PetsClient } from './testing/pets-client.ts';
import { startListening } from './testing/start-service.ts';

const databaseName = 'created_later';
const roleName = 'role_created_later';
/** An unknown key with a valid checksum, so that the service looks it up in the database. */
const unknownKey = 'pets_00000000000000000000000000000000000000000002kWGm4';

let database: TestDatabase;
let server: DataSource;
let location: { DATABASE_URL: string };

beforeAll(async () => {
  database = await createTestDatabase();
  server = await database.open([]);
  location = { DATABASE_URL: database.url.replace(/\/test_\w+\?/, `/${databaseName}?`) };
});

afterEach(async () => {
  await server?.query(`DROP DATABASE IF EXISTS ${databaseName} WITH (FORCE)`);
  await server?.query(`DROP ROLE IF EXISTS ${roleName}`);
});

afterAll(() => database?.drop());

async function statusOf(service: ServiceProcess, path: string, key?: string): Promise<[number, unknown]> {
  const response = await fetchChecked(
    `${service.address}${path}`,
    key ? { headers: { Authorization: `Bearer ${key}` } } : {},
  );
  return [response.status, ((await response.json()) as { code?: string }).code];
}

it('the service listens before its database is available, reports that it is not ready, and becomes ready later', async () => {
  const service = await startListening(location);
  expect(await statusOf(service, '/health/live')).toEqual([200, undefined]);
  expect(await statusOf(service, '/health/ready')).toEqual([503, 'service_unavailable']);
  expect(await statusOf(service, '/openapi.json')).toEqual([200, undefined]);
  expect(await statusOf(service, '/v1/pets')).toEqual([401, 'missing_api_key']);
  expect(await statusOf(service, '/v1/pets', `${unknownKey.slice(0, -1)}_`)).toEqual([401, 'invalid_api_key']);
  expect(await statusOf(service, '/v1/pets', unknownKey)).toEqual([503, 'service_unavailable']);
  expect(await statusOf(service, '/v1/pets/1', unknownKey)).toEqual([503, 'service_unavailable']);

  await server.query(`CREATE DATABASE ${databaseName}`);
  await service.waitForLog('ready');
  const { stdout: key } = await petstore(location, 'keys', 'issue', 'me');
  await new PetsClient(service.address, key.trim()).create({ name: 'Rex', categoryId: 1 });
  expect(await statusOf(service, '/health/ready')).toEqual([200, undefined]);
  const waiting = service.log.filter((line) => line.includes('waiting for the database'));
  expect(waiting).toHaveLength(1);
  expect(waiting[0]).toContain(`database \\"${databaseName}\\" does not exist`);
  expect(await service.end('SIGTERM')).toBe(0);
});

it('the log has each reason to wait, in the order in which the operator removes them', async () => {
  const service = await startListening({
    DATABASE_URL: location.DATABASE_URL.replace(/\/\/[^@]*@/, `//${roleName}@`),
  });
  const reasons = [
    `the database cannot be reached: role "${roleName}" does not exist`,
    `the database cannot be reached: role "${roleName}" is not permitted to log in`,
    `the database cannot be reached: database "${databaseName}" does not exist`,
    'the schema cannot be brought up to date: permission denied for schema public. Migrations need the owner of the ' +
      'database: run "ALTER DATABASE <database> OWNER TO <user>" as an administrator, or "petstore migrate" as the owner',
  ].map((reason) => `waiting for the database: ${reason}`);
  const steps = [
    `CREATE ROLE ${roleName}`,
    `ALTER ROLE ${roleName} LOGIN`,
    `CREATE DATABASE ${databaseName}`,
    `ALTER DATABASE ${databaseName} OWNER TO ${roleName}`,
  ];
  for (const [index, step] of steps.entries()) {
    await service.waitForLog(reasons[index]!);
    await server.query(step);
  }
  await service.waitForLog('ready');
  const lines = service.log.map((line) => (JSON.parse(line) as { msg: string }).msg);
  expect(lines).toEqual(['listening', ...reasons, 'ready']);
  expect(await service.end('SIGTERM')).toBe(0);
});

it('the service exits with 0 if it is stopped while it waits for the database', async () => {
  const service = await startListening(location);
  expect(await service.end('SIGTERM')).toBe(0);
});

it('the service exits with one line if the database is not supported', async () => {
  await server.query(
    `CREATE DATABASE ${databaseName} ENCODING LATIN1 LOCALE_PROVIDER libc LOCALE 'C' TEMPLATE template0`,
  );
  const { exitCode, stderr } = await startExpectingFailure(location);
  expect({ exitCode, stderr }).toEqual({
    exitCode: 1,
    stderr: "petstore: the database's encoding is LATIN1; UTF8 is needed\n",
  });
});
