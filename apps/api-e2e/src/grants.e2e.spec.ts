import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CheckedClient } from './support/checked-client.ts';
import { Database, issueKey, petstore, processes, startService } from './support/test-file.ts';
import { workspace } from './support/workspace.ts';

const document = readFileSync(join(workspace, 'docs/security.md'), 'utf8');
const [, section = ''] = /## Two database roles\n(.*?)\n## /s.exec(document) ?? [];
const [ofAdministrator = '', ofOwner = ''] = [...section.matchAll(/```sql\n(.*?)```/gs)].map(([, sql]) => sql);

let database: Database;

// The role belongs to the server, which the other test files use too.
afterAll(() => database.query('DROP OWNED BY petstore_app; DROP ROLE petstore_app'));

it('the documented rights suffice for every operation', async () => {
  database = await Database.create();
  expect(await petstore(database.location, 'migrate')).toMatchObject({ exitCode: 0 });
  await database.query(ofAdministrator);
  await database.query(ofOwner);
  const key = await issueKey(database.location);
  const location = { DATABASE_URL: database.url.replace('petstore@', 'petstore_app@') };
  const service = await startService({ ...location, BETA: 'on' });
  const client = new CheckedClient(service, key);
  const rex = { name: 'Rex', categoryId: 7 };
  expect((await client.post('/v1/pets', rex, 'first')).status).toBe(201);
  expect((await client.post('/v1/pets', rex)).status).toBe(201);
  expect((await client.get('/v1/pets')).status).toBe(200);
  expect((await client.post('/v1/store/orders', { petId: 1 }, 'second')).status).toBe(201);
  expect((await client.post('/v1/store/orders/1/complete', {})).status).toBe(200);
  expect((await client.send('PATCH', '/v1/pets/2', JSON.stringify({ name: 'Tom' }))).status).toBe(200);
  expect((await client.send('DELETE', '/v1/pets/2')).status).toBe(204);
  expect(JSON.parse((await client.get('/v1/events')).text)).toHaveLength(6);
  expect(service.log.filter(({ level }) => level === 'error')).toEqual([]);
  expect(await service.end('SIGTERM')).toBe(0);
  const [file, mapping] = ['animals.csv', 'mapping.json'].map((name) => join(processes.directory, name));
  writeFileSync(file!, 'ID,Name\nA1,Kit\n');
  writeFileSync(mapping!, '{"source":"x","key":"ID","name":{"column":"Name"},"categoryId":{"other":7}}');
  expect((await petstore(location, 'import', '--mapping', mapping!, file!)).stdout).toBe('1 imported\n');
});
