import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CheckedClient } from './support/checked-client.ts';
import type { Pet } from './support/ledger.ts';
import { Database, petstore, processes, startPetstore, startService } from './support/test-file.ts';
import { workspace } from './support/workspace.ts';

const release100 = readFileSync(join(workspace, 'apps/api-e2e/src/support/release-1.0.0.sql'), 'utf8');

/** The keys of release-1.0.0.sql. */
const key = 'pets_000000000000000000000000000000000000000000147e1UQ';
const revokedKey = 'pets_00000000000000000000000000000000000000000022COeoi';

it('a database of release 1.0.0 is migrated, and everything in it is in use', async () => {
  const database = await Database.create();
  await database.query(release100);
  const before = await database.query('SELECT id, name, category_id, status FROM pets ORDER BY id');
  const { exitCode, stdout } = await petstore(database.location, 'migrate');
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^(?:ran [A-Z]\w+\d{13}\n)+$/);
  expect(await database.query('SELECT id, name, category_id, status FROM pets ORDER BY id')).toEqual(before);

  const service = await startService({ ...database.location, BETA: 'on' });
  const client = new CheckedClient(service, key);
  const listed = await client.readAll<Pet>('/v1/pets?limit=100');
  expect(listed.map(({ name }) => name)).toEqual(Array.from({ length: 250 }, (_, index) => `Pet ${index + 1}`));
  const newPet = '{"name":"Pet 249","categoryId":9007199254741241}';
  const repeated = await client.send('POST', '/v1/pets', newPet, { 'Idempotency-Key': 'intake-1' });
  expect(repeated).toMatchObject({
    status: 201,
    text: '{"id":249,"name":"Pet 249","categoryId":9007199254741241,"status":"available"}',
  });
  const other = { name: 'Rex', categoryId: 7 };
  expect(await client.post('/v1/pets', other, 'intake-1')).toMatchObject({ status: 422, code: 'idempotency_mismatch' });
  expect((await client.post('/v1/pets', other, 'intake-2')).text).toMatch(/^\{"id":25\d,"name":"Rex"/);
  expect((await client.post('/v1/store/orders', { petId: 249 })).status).toBe(201);
  expect((await new CheckedClient(service, revokedKey).get('/v1/pets')).status).toBe(401);
  const { stdout: log } = await petstore(database.location, 'keys', 'log');
  expect(log.match(/\tzoë\t(?:issued|revoked)\tkey_/g)).toHaveLength(3);
  expect(await service.end('SIGTERM')).toBe(0);
});

it('a migration names the session that it waits for, and leaves nothing in PostgreSQL when it is stopped', async () => {
  const database = await Database.create();
  await database.query(release100);
  const reader = await database.begin('SELECT FROM pets');
  let printed = '';
  const running = startPetstore(database.location, ['migrate'], (chunk) => (printed += chunk));
  await processes.until(() => /waits for locks that other sessions hold: pid \d+ .* for \d+ s\n/.test(printed));
  await database.untilBlocked();
  running.kill('SIGTERM');
  expect((await running.result).exitCode).not.toBe(0);
  const sessions = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'petstore'";
  await processes.until(async () => (await database.query(sessions)).length === 0);
  await reader.end();
  expect((await petstore(database.location, 'migrate')).exitCode).toBe(0);
});

it('a copy of the data directory of a stopped service is a backup', async () => {
  const folder = join(processes.directory, 'backup');
  mkdirSync(folder, { mode: 0o711 });
  const [directory, copy] = [join(folder, 'data'), join(folder, 'copy')];
  const service = await startService({ DATA_DIR: directory });
  const firstKey = readFileSync(join(directory, 'first-key'), 'utf8').trim();
  const client = new CheckedClient(service, firstKey);
  const created = await client.post('/v1/pets', { name: 'Rex', categoryId: 7 }, 'intake-1');
  expect(created.status).toBe(201);
  expect(await service.end('SIGTERM')).toBe(0);
  await processes.output('/bin/cp', ['-a', directory, copy]);
  // What is written later is not in the backup.
  await service.start();
  expect((await client.post('/v1/pets', { name: 'later', categoryId: 7 })).status).toBe(201);
  expect(await service.end('SIGTERM')).toBe(0);

  const restored = await startService({ DATA_DIR: copy });
  const restoredClient = new CheckedClient(restored, firstKey);
  expect((await restoredClient.get('/v1/pets')).text).toBe(`[${created.text}]`);
  const repeated = await restoredClient.post('/v1/pets', { name: 'Rex', categoryId: 7 }, 'intake-1');
  expect(repeated).toMatchObject({ status: 201, text: created.text });
  expect(await restored.end('SIGTERM')).toBe(0);
});
