import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, succeeded, WireProxy, type TestDatabase } from '@petstore/database/testing';
import { petstore } from '@petstore/processes';
import type { DataSource } from 'typeorm';

let folder: string;
let database: TestDatabase;
let server: DataSource;
let proxy: WireProxy;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'petstore-import-'));
  database = await createTestDatabase();
  server = await database.open([]);
  proxy = await WireProxy.before(database.url);
});

afterAll(async () => {
  proxy.close();
  await database.drop();
  rmSync(folder, { recursive: true });
});

it('says of an import whose COMMIT was not answered that the outcome is unknown, and how to find out', async () => {
  const place = { DATABASE_URL: proxy.through(database.url) };
  expect((await petstore(place, 'migrate')).exitCode).toBe(0);
  const file = join(folder, 'pets.csv');
  writeFileSync(file, 'name,categoryId\nRex,1\nTom,2\n ,3\n');
  proxy.replace = (answer) => (succeeded(answer, 'COMMIT') ? { bytes: Buffer.alloc(0), then: 'ended' } : undefined);
  const { exitCode, stdout, stderr } = await petstore(
    place,
    'import',
    file,
    '--rejected',
    join(folder, 'rejected.csv'),
  );
  expect(exitCode).toBe(1);
  expect(stdout).toBe('');
  expect(stderr).toContain('all 2 animals were created, or none');
  const [, question] = /-c "(SELECT pg_xact_status\('\d+'\))"/.exec(stderr) ?? [];
  expect(await server.query(question!)).toEqual([{ pg_xact_status: 'committed' }]);
  expect(await server.query('SELECT name FROM pets ORDER BY id')).toEqual([{ name: 'Rex' }, { name: 'Tom' }]);
});
