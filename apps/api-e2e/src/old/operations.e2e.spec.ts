import { createTestDatabase, type TestDatabase } from '@petstore/database/testing';
import { petstore, type DatabaseLocation, type ServiceProcess } from '@petstore/processes';
import { fetchChecked } from './testing/checked-fetch.ts';
import { PetsClient } from './testing/pets-client.ts';
import { startService } from './testing/start-service.ts';

let database: TestDatabase;
let location: DatabaseLocation;
let service: ServiceProcess;

beforeAll(async () => {
  database = await createTestDatabase();
  location = { DATABASE_URL: database.url };
  service = await startService(location);
});

afterAll(async () => {
  await service?.end('SIGTERM');
  await database?.drop();
});

it('the service creates, lists and gets animals with a key that was issued while it runs', async () => {
  const { stdout: key } = await petstore(location, 'keys', 'issue', 'the front desk');
  const client = new PetsClient(service.address, key.trim());

  const rex = await client.create({ name: 'Rex', categoryId: 7 });
  const tom = await client.create({ name: "Tom O'Malley*", categoryId: 9, status: 'sold' });
  expect(rex).toEqual({ id: rex.id, name: 'Rex', categoryId: 7, status: 'available' });

  expect(await client.all()).toEqual([rex, tom]);
  expect(await client.all('?status=sold')).toEqual([tom]);

  const got = await client.send(`/v1/pets/${rex.id}`);
  expect(await got.json()).toEqual(rex);
  expect(got.headers.get('Sunset')).toBe('Thu, 05 Dec 2030 00:00:00 GMT');
});

it('the service refuses requests without a key, and has issued no first key in an external database', async () => {
  const response = await fetchChecked(`${service.address}/v1/pets`);
  expect(response.status).toBe(401);
  expect(await response.json()).toMatchObject({ code: 'missing_api_key', status: 401 });
  const names = (await petstore(location, 'keys', 'list')).stdout.trimEnd().split('\n').slice(1);
  expect(names.filter((line) => line.includes('first key'))).toEqual([]);
});

it('the service logs lines of JSON without keys', async () => {
  const { stdout } = await petstore(location, 'keys', 'issue', 'a client');
  await new PetsClient(service.address, stdout.trim()).create({ name: 'Rex', categoryId: 1 });
  expect(service.log.map((line) => JSON.parse(line))).toContainEqual(expect.objectContaining({ msg: 'listening' }));
  expect(service.log.join('\n')).not.toContain('pets_');
});

it('the service exits with 0 on SIGINT', async () => {
  const other = await startService(location);
  expect(await other.end('SIGINT')).toBe(0);
});
