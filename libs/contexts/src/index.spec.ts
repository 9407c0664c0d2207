import { persistence } from './index.ts';

const migrations = persistence.flatMap((each) => each.migrations.map(({ name }) => name));
const tables = persistence.flatMap((each) => each.tables.map(({ options }) => options.name));

it('has migrations whose names end with the time at which they were written', () => {
  expect(migrations.filter((name) => !/\D\d{13}$/.test(name))).toEqual([]);
});

it('has migrations with different times, by which TypeORM sorts those of all contexts', () => {
  const times = migrations.map((name) => name.slice(-13));
  expect(times.filter((time, index) => times.indexOf(time) !== index)).toEqual([]);
});

it('has tables with different names', () => {
  expect(tables).not.toEqual([]);
  expect(tables.filter((name, index) => tables.indexOf(name) !== index)).toEqual([]);
});
