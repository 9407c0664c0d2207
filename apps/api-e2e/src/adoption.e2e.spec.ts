import { createTestDatabase, type TestDatabase } from '@petstore/database/testing';
import { petstore, type DatabaseLocation, type ServiceProcess } from '@petstore/processes';
import { ask } from './testing/document.ts';
import { PetsClient } from './testing/pets-client.ts';
import { startService } from './testing/service.ts';

let database: TestDatabase;
let place: DatabaseLocation;
let service: ServiceProcess;

beforeAll(async () => {
  database = await createTestDatabase();
  place = { DATABASE_URL: database.url };
  service = await startService(place);
});

afterAll(async () => {
  await service?.end('SIGTERM');
  await database?.drop();
});

it('brings an animal from the shelter to its list, by a key that an operator issued while the service ran', async () => {
  const { stdout: key } = await petstore(place, 'keys', 'issue', 'the front desk');
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

it('lets nobody in without a key, and issues none by itself on a database of yours', async () => {
  const response = await ask(`${service.address}/v1/pets`);
  expect(response.status).toBe(401);
  expect(await response.json()).toMatchObject({ code: 'missing_api_key', status: 401 });
});

it('says on one line each what happens, never with a key', async () => {
  const { stdout } = await petstore(place, 'keys', 'issue', 'somebody');
  await new PetsClient(service.address, stdout.trim()).create({ name: 'Rex', categoryId: 1 });
  expect(service.log.map((line) => JSON.parse(line))).toContainEqual(expect.objectContaining({ msg: 'listening' }));
  expect(service.log.join('\n')).not.toContain('pets_');
});

it('ends with 0 when it is asked to', async () => {
  const other = await startService(place);
  expect(await other.end('SIGINT')).toBe(0);
});
