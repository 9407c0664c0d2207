import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { persistence } from './index.ts';

// While a release replaces the previous one, instances of both use one schema. So a migration only adds to it, and what the previous
// release still uses is removed one release later. `contractions.json` has the migrations that may remove something, with the reason.

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(join(import.meta.dirname, path), 'utf8')) as T;
}

const constraint = '(?:CONSTRAINT|CHECK|UNIQUE|PRIMARY|FOREIGN|EXCLUDE)\\b';

/** What fails instances of the previous release, or blocks their writes for long, and what to do instead. The word COLUMN is optional. */
const contractions: readonly (readonly [pattern: RegExp, remedy: string])[] = [
  [/\bDROP\s+(?!DEFAULT|NOT)/i, 'drop it one release after the last one that uses it'],
  [/\bRENAME\b/i, 'add the new name, and drop the old one a release later'],
  [/\bSET\s+NOT\s+NULL\b/i, 'the previous release may write NULL: set it a release later'],
  [
    new RegExp(`\\bADD\\s+(?!${constraint})(?!.*\\bDEFAULT\\b).*\\bNOT\\s+NULL\\b`, 'is'),
    'add a default: the previous release does not know the column',
  ],
  [
    /\bADD\b.*\b(?:GENERATED\b|DEFAULT\s+(?!now\b)[\w.]+\s*\()/is,
    'add a constant default: PostgreSQL would write the whole table again, to give each row a value of its own',
  ],
  [
    /\bALTER\s+(?:COLUMN\s+)?\S+\s+(?:SET\s+DATA\s+)?TYPE\b/i,
    'add a column of the new type: PostgreSQL would write the whole table again',
  ],
  [
    new RegExp(`\\bADD\\s+${constraint}(?!.*\\bNOT\\s+VALID\\b)`, 'is'),
    'add it as NOT VALID: PostgreSQL would read the table while it is locked',
  ],
];

/** The actions of an ALTER TABLE: the comma in a pair of parentheses, such as that of numeric(10,2), separates none. */
const actionsOf = (statement: string) => statement.split(/,(?![^()]*\))/);

/** A table that an unreleased migration creates has no users yet, so that migrations may do anything with it. */
const newTables = /\bCREATE\s+TABLE\s+(\w+)/gi;
const indexes = /\bCREATE\s+(?:UNIQUE\s+)?INDEX\s+(?:IF\s+NOT\s+EXISTS\s+)?(?:\w+\s+)?ON\s+(\w+)/gi;

/** Returns a remedy for each thing that a migration must not do. @param created tables that this or another new migration creates */
function contractionsOf(sql: string, created: ReadonlySet<string>): string[] {
  const onOldTables = sql.split(';').filter((each) => !created.has(/\bALTER\s+TABLE\s+(\w+)/i.exec(each)?.[1] ?? ''));
  const found = contractions.filter(([pattern]) =>
    onOldTables.some((each) => actionsOf(each).some((action) => pattern.test(action))),
  );
  const blocking = [...sql.matchAll(indexes)].filter(([, table]) => !created.has(table!));
  return [
    ...found.map(([, remedy]) => remedy),
    ...blocking.map(
      ([, table]) =>
        `it blocks the writes of ${table}: write IF NOT EXISTS, let operators create it with CREATE INDEX CONCURRENTLY first ` +
        '(a line in CHANGELOG.md), and add the migration to contractions.json',
    ),
  ];
}

async function sqlOf(Migration: new () => object): Promise<string> {
  const statements: string[] = [];
  const query = async (sql: string) => statements.push(sql);
  await (new Migration() as MigrationInterface).up({ query } as unknown as QueryRunner);
  return statements.join(';\n');
}

function tablesOf(sql: string): Set<string> {
  return new Set([...sql.matchAll(newTables)].map(([, table]) => table!));
}

const released = Object.assign({}, ...Object.values(readJson<object>('../released-migrations.json'))) as object;
const recorded = readJson<Record<string, string>>('../contractions.json');
const unreleased = persistence.flatMap(({ migrations }) => migrations).filter(({ name }) => !(name in released));

it('unreleased migrations only expand the schema, except exactly those that contractions.json names', async () => {
  const sql = await Promise.all(unreleased.map(async (migration) => [migration.name, await sqlOf(migration)] as const));
  const created = tablesOf(sql.map(([, text]) => text).join(';'));
  const found = sql
    .map(([name, text]) => [name, contractionsOf(text, created)] as const)
    .filter(([, all]) => all.length > 0);
  expect(Object.fromEntries(found.filter(([name]) => !recorded[name]))).toEqual({});
  expect(found.map(([name]) => name)).toEqual(expect.arrayContaining(Object.keys(recorded)));
});

it.each([
  'ALTER TABLE pets DROP COLUMN status',
  'DROP TABLE pets',
  'DROP TRIGGER pets_changed ON pets',
  'ALTER TABLE pets RENAME COLUMN name TO label',
  'ALTER TABLE pets ALTER COLUMN name SET NOT NULL',
  'ALTER TABLE pets ADD COLUMN color text NOT NULL',
  'ALTER TABLE pets ADD color text NOT NULL',
  'ALTER TABLE pets ADD COLUMN price numeric(10,2) NOT NULL',
  "ALTER TABLE pets ADD COLUMN size text DEFAULT '', ADD COLUMN color text NOT NULL",
  'ALTER TABLE pets ADD COLUMN token uuid NOT NULL DEFAULT gen_random_uuid()',
  'ALTER TABLE pets ADD COLUMN number bigint GENERATED ALWAYS AS IDENTITY',
  'ALTER TABLE pets ALTER name TYPE varchar(99)',
  'ALTER TABLE pets ADD CHECK (length(name) < 99)',
  'ALTER TABLE pets ADD CONSTRAINT a CHECK (length(name) < 99), ADD CONSTRAINT b CHECK (id > 0) NOT VALID',
  'CREATE INDEX ON pets (name)',
  'ALTER TABLE pets ALTER COLUMN id TYPE text',
  'ALTER TABLE pets ADD CONSTRAINT pets_name_check CHECK (length(name) < 99)',
  'CREATE INDEX pets_name_index ON pets (name)',
])('refuses %s', (sql) => {
  expect(contractionsOf(sql, new Set(['toys']))).toHaveLength(1);
});

it.each([
  'ALTER TABLE pets ADD COLUMN color text',
  "ALTER TABLE pets ADD COLUMN color text NOT NULL DEFAULT ''",
  'ALTER TABLE pets ADD COLUMN seen_at timestamptz NOT NULL DEFAULT now()',
  'ALTER TABLE pets ALTER COLUMN name DROP NOT NULL',
  'ALTER TABLE pets ADD CONSTRAINT pets_name_check CHECK (length(name) < 99) NOT VALID',
  'CREATE INDEX toys_name_index ON toys (name)',
  'ALTER TABLE toys DROP COLUMN color',
])('allows %s', (sql) => {
  expect(contractionsOf(sql, new Set(['toys']))).toEqual([]);
});
