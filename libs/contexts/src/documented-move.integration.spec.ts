import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@petstore/database/testing';
import { persistence } from './index.ts';

const document = readFileSync(join(import.meta.dirname, '../../../docs/operations.md'), 'utf8');
const [, script = ''] = /### From the embedded PostgreSQL to your own\n.*?```sh\n([^`]*)```/s.exec(document) ?? [];
const [copied = '', counted = ''] = [...script.matchAll(/^for table in (.*); do$/gm)].map(([, tables]) => tables);

let database: TestDatabase;
let dataSource: Awaited<ReturnType<TestDatabase['open']>>;

beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = await database.open(persistence);
});

afterAll(() => database?.drop());

/** Returns the values of the expression, without the table of the executed migrations, which the new database has. */
async function select(expression: string, condition: string): Promise<string[]> {
  const rows = await dataSource.query<Record<string, string>[]>(
    `SELECT ${expression} AS value FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name <> 'migrations' AND ${condition}`,
  );
  return rows.map((row) => row['value']!);
}

it('the documented move to another PostgreSQL copies every table', async () => {
  expect(copied.split(' ').sort()).toEqual((await select('DISTINCT table_name', 'true')).sort());
});

it('the documented move continues every identity column', async () => {
  const columns = await select("table_name || '.' || column_name", "is_identity = 'YES'");
  // The statement of the document names the column `id`.
  expect(columns.sort()).toEqual(
    counted
      .split(' ')
      .map((table) => `${table}.id`)
      .sort(),
  );
});
