import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestDatabase, useTestDatabase } from '@petstore/database/testing';
import { persistence } from './index.ts';

const document = readFileSync(join(import.meta.dirname, '../../../docs/backup.md'), 'utf8');
const [, script = ''] = /## From the embedded PostgreSQL to your own\n.*?```sh\n([^`]*)```/s.exec(document) ?? [];
const ours = /^OURS="(.*)"$/m.exec(script)?.[1] ?? '';
const [tablesSql = '', identitiesSql = ''] = [...script.matchAll(/"(SELECT [^"]* FROM \$OURS[^"]*)"\)$/gm)].map(
  ([, sql]) => sql,
);

const database = useTestDatabase(persistence);

/** Returns the rows of a query of the document. Their columns are separated by a point. */
async function rowsOf(sql: string): Promise<string[]> {
  const rows = await database.query<object[]>(sql.replace('$OURS', ours));
  return rows.map((row) => Object.values(row).join('.')).sort();
}

/** The migrations have written its only row, which is the same in each database. */
const notCopied = 'event_log_head';

it('the documented move to another PostgreSQL copies every table', async () => {
  const tables = database.source.entityMetadatas.map(({ tableName }) => tableName);
  expect([...(await rowsOf(tablesSql)), notCopied].sort()).toEqual(tables.sort());
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
  const [row] = await database.query<{ nextval: string }[]>(next.replace('$table', 'pets').replace('$column', 'id'));
  await moved.query(set.replace('$table', 'pets').replace('$column', 'id').replace('$next', row!.nextval));
  const [created] = await moved.query<{ id: string }[]>(insert);
  expect(BigInt(created!.id)).toBeGreaterThan(BigInt(last!.id));
  await other.drop();
});

it('the documented move continues every identity column', async () => {
  const identities = database.source.entityMetadatas.flatMap(({ tableName, generatedColumns }) =>
    generatedColumns
      .filter(({ generationStrategy }) => generationStrategy !== 'uuid')
      .map(({ databaseName }) => `${tableName}.${databaseName}`),
  );
  expect(await rowsOf(identitiesSql)).toEqual(identities.sort());
});
