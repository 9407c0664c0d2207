import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Persistence } from '@petstore/database';
import { migrationViolations, recordMigrations, type ReleasedMigration } from '@petstore/database/testing';
import { persistence } from './index.ts';

const file = join(__dirname, '../released-migrations.json');
const record = JSON.parse(readFileSync(file, 'utf8')) as ReleasedMigration[];

it('released migrations are unchanged, and new ones come last', async () => {
  expect(record.length).toBeGreaterThanOrEqual(4);
  expect(await migrationViolations(record, persistence)).toEqual([]);
});

interface Runner {
  query(sql: string, parameters?: unknown[]): Promise<unknown>;
}

function migration(
  name: string,
  up: (runner: Runner) => Promise<unknown>,
  down = 'DROP TABLE notes',
): new () => object {
  return class {
    readonly name = name;
    readonly up = up;
    readonly down = (runner: Runner) => runner.query(down);
  };
}

const create = (sql: string) => (runner: Runner) => runner.query(sql);
const contextOf = (...migrations: (new () => object)[]): Persistence => ({ tables: [], migrations });

const released = migration('CreateNotes1795132800005', create('CREATE TABLE notes (id int)'));

it.each<[string, Persistence[], string[]]>([
  [
    'changed SQL of up',
    [contextOf(migration('CreateNotes1795132800005', create('CREATE TABLE notes (id bigint)')))],
    ['the SQL of up of CreateNotes1795132800005 has changed: 1.1.0 contains it. Write a new migration'],
  ],
  [
    'changed SQL of down',
    [contextOf(migration('CreateNotes1795132800005', create('CREATE TABLE notes (id int)'), 'SELECT 1'))],
    ['the SQL of down of CreateNotes1795132800005 has changed: 1.1.0 contains it. Write a new migration'],
  ],
  [
    'a removed migration',
    [contextOf()],
    ['CreateNotes1795132800005 is missing: 1.1.0 contains it, and databases have run it'],
  ],
  [
    'a new migration with an early timestamp',
    [contextOf(released), contextOf(migration('Early1795132800004', create('SELECT 1')))],
    ['Early1795132800004 must have a later timestamp than 1795132800005, the last released migration'],
  ],
  [
    'equal timestamps in two contexts',
    [
      contextOf(released, migration('AddText1795132800006', create('SELECT 1'))),
      contextOf(migration('AddName1795132800006', create('SELECT 2'))),
    ],
    ['AddText1795132800006 and AddName1795132800006 have the same timestamp, so their order is undefined'],
  ],
  [
    'a name without a timestamp',
    [contextOf(released, migration('AddText', create('SELECT 1')))],
    ['AddText does not end with the milliseconds since 1970'],
  ],
])('detects %s', async (_, contexts, violations) => {
  const recorded = await recordMigrations([], [contextOf(released)], '1.1.0');
  expect(await migrationViolations(recorded, contexts)).toEqual(violations);
});

it('ignores the indentation of SQL', async () => {
  const table = (indent: string) => create(`\n${indent}CREATE TABLE notes (\n${indent}  id int\n${indent})`);
  const recorded = await recordMigrations([], [contextOf(migration('CreateNotes1795132800005', table('')))], '1.1.0');
  const indented = contextOf(migration('CreateNotes1795132800005', table('      ')));
  expect(await migrationViolations(recorded, [indented])).toEqual([]);
});

it('records the migrations of a release behind those of earlier ones, in their order', async () => {
  const first = await recordMigrations([], [contextOf(released)], '1.1.0');
  const later = [7, 6].map((digit) => migration(`AddText179513280000${digit}`, create('SELECT 1')));
  const second = await recordMigrations(first, [contextOf(...later, released)], '1.2.0');
  expect(second.slice(0, 1)).toEqual(first);
  expect(second.map(({ release, name }) => `${release} ${name}`)).toEqual([
    '1.1.0 CreateNotes1795132800005',
    '1.2.0 AddText1795132800006',
    '1.2.0 AddText1795132800007',
  ]);
});

it.each<[string, (runner: Runner) => Promise<unknown>]>([
  ['parameters', (runner) => runner.query('SELECT $1', [1])],
  ['the result of a statement', async (runner) => ((await runner.query('SELECT 1')) as unknown[]).length],
  ['queryRunner.manager', async (runner) => (runner as unknown as { manager: unknown }).manager],
])('refuses a migration whose SQL cannot be printed, because it uses %s', async (use, up) => {
  const unprintable = contextOf(migration('Unprintable1795132800005', up));
  await expect(recordMigrations([], [unprintable], '1.1.0')).rejects.toThrow(`uses ${use}: a migration may only`);
});
