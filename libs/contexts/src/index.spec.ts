import { persistence } from './index.ts';

const tables = persistence.flatMap(({ tables }) => tables.map(({ options }) => options.tableName ?? options.name));
const migrations = persistence.flatMap(({ migrations }) => migrations.map(({ name }) => name));

it('no two contexts have a table of the same name', () => {
  expect(tables).toContain('pets');
  expect(new Set(tables).size).toBe(tables.length);
});

it('no two migrations have the same time, because TypeORM runs them in the order of their times', () => {
  const times = migrations.map((name) => /\d{13}$/.exec(name)?.[0]);
  expect(times).not.toContain(undefined);
  expect(new Set(times).size).toBe(migrations.length);
});
