import { createTestDatabase, type TestDatabase } from '@petstore/database/testing';
import { petstore, startExpectingFailure, type DatabaseLocation, type ServiceProcess } from '@petstore/processes';
import type { DataSource } from 'typeorm';
import { fetchChecked } from './testing/checked-fetch.ts';
import { PetsClient } from './testing/pets-client.ts';
import { startListening } from './testing/start-service.ts';

const later = 'made_later';
/** An unknown key with a valid checksum, so that the service looks it up in the database. */
const wellFormed = 'pets_00000000000000000000000000000000000000000002kWGm4';

let database: TestDatabase;
let server: DataSource;
let place: DatabaseLocation;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await database.open([]);
  place = { DATABASE_URL: database.url.replace(/\/test_\w+\?/, `/${later}?`) };
});

afterEach(() => server?.query(`DROP DATABASE IF EXISTS ${later} WITH (FORCE)`));

afterAll(() => database?.drop());

async function statusOf(service: ServiceProcess, path: string, key?: string): Promise<[number, unknown]> {
  const answer = await fetchChecked(
    `${service.address}${path}`,
    key ? { headers: { Authorization: `Bearer ${key}` } } : {},
  );
  return [answer.status, ((await answer.json()) as { code?: string }).code];
}

it('listens before its database is available, reports that it is not ready, and becomes ready later', async () => {
  const service = await startListening(place);
  expect(await statusOf(service, '/health/live')).toEqual([200, undefined]);
  expect(await statusOf(service, '/health/ready')).toEqual([503, 'service_unavailable']);
  expect(await statusOf(service, '/openapi.json')).toEqual([200, undefined]);
  expect(await statusOf(service, '/v1/pets')).toEqual([401, 'missing_api_key']);
  expect(await statusOf(service, '/v1/pets', `${wellFormed.slice(0, -1)}_`)).toEqual([401, 'invalid_api_key']);
  expect(await statusOf(service, '/v1/pets', wellFormed)).toEqual([503, 'service_unavailable']);
  expect(await statusOf(service, '/v1/pets/1', wellFormed)).toEqual([503, 'service_unavailable']);

  await server.query(`CREATE DATABASE ${later}`);
  await service.waitForLog('ready');
  const { stdout: key } = await petstore(place, 'keys', 'issue', 'me');
  await new PetsClient(service.address, key.trim()).create({ name: 'Rex', categoryId: 1 });
  expect(await statusOf(service, '/health/ready')).toEqual([200, undefined]);
  const waiting = service.log.filter((line) => line.includes('waiting for the database'));
  expect(waiting).toHaveLength(1);
  expect(waiting[0]).toContain(`database \\"${later}\\" does not exist`);
  expect(await service.end('SIGTERM')).toBe(0);
});

it('exits with 0 when it is stopped while it waits', async () => {
  const service = await startListening(place);
  expect(await service.end('SIGTERM')).toBe(0);
});

it('exits with one line when the database is not supported', async () => {
  await server.query(`CREATE DATABASE ${later} ENCODING LATIN1 LOCALE_PROVIDER libc LOCALE 'C' TEMPLATE template0`);
  const { exitCode, stderr } = await startExpectingFailure(place as Record<string, string>);
  expect({ exitCode, stderr }).toEqual({
    exitCode: 1,
    stderr: "petstore: the database's encoding is LATIN1; UTF8 is needed\n",
  });
});
