import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestDatabase, useTestDatabase } from '@petstore/database/testing';
import { persistence } from './index.ts';

const document = readFileSync(join(import.meta.dirname, '../../../docs/operations.md'), 'utf8');
const [, script = ''] = /### From the embedded PostgreSQL to your own\n.*?```sh\n([^`]*)```/s.exec(document) ?? [];
const ours = /^OURS="(.*)"$/m.exec(script)?.[1] ?? '';
const [tablesSql = '', identitiesSql = ''] = [...script.matchAll(/-Atc "(SELECT [^"]*)"\)$/gm)].map(([, sql]) => sql);

const database = useTestDatabase(persistence);

async function tablesOf(sql: string): Promise<string[]> {
  const rows = await database.query<{ table_name: string }[]>(sql.replace('$OURS', ours));
  return rows.map((row) => row.table_name).sort();
}

it('the documented move to another PostgreSQL copies every table', async () => {
  expect(await tablesOf(tablesSql)).toEqual(database.source.entityMetadatas.map(({ tableName }) => tableName).sort());
});

it('the documented move gives no id out again, also not that of a deleted animal', async () => {
  const insert = "INSERT INTO pets (name, category_id, status) VALUES ('Rex', 1, 'sold') RETURNING id";
  await database.query(insert);
  const [last] = await database.query<{ id: string }[]>(insert);
  await database.query('DELETE FROM pets');
  const other = await createTestDatabase();
  const moved = await other.open(persistence);
  const [[, next = ''], [, set = '']] = [
    /\$FROM" -Atc "(SELECT nextval[^"]*)"/.exec(script)!,
    /"(SELECT setval[^"]*)"/.exec(script)!,
  ];
  const [row] = await database.query<{ nextval: string }[]>(next.replace('$table', 'pets'));
  await moved.query(set.replace('$table', 'pets').replace('$next', row!.nextval));
  const [created] = await moved.query<{ id: string }[]>(insert);
  expect(BigInt(created!.id)).toBeGreaterThan(BigInt(last!.id));
  await other.drop();
});

it('the documented move continues every identity column', async () => {
  const identities = database.source.entityMetadatas.flatMap(({ tableName, generatedColumns }) =>
    generatedColumns.map(({ databaseName }) => `${tableName}.${databaseName}`),
  );
  // The statement of the document names the column `id`.
  expect((await tablesOf(identitiesSql)).map((table) => `${table}.id`)).toEqual(identities.sort());
});
