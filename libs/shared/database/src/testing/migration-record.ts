import { createHash } from 'node:crypto';
import type { MigrationInterface } from 'typeorm';
import type { Persistence } from '../data-source.ts';
import { nameOf, timestampOf } from '../migration-steps.ts';
import { migrationStatements } from '../migration-statements.ts';

/** A migration that was part of a release. `up` and `down` are SHA-256 of its SQL, without the indentation that its lines share. */
export interface ReleasedMigration {
  readonly release: string;
  readonly name: string;
  readonly up: string;
  readonly down: string;
}

/** Adds the migrations that no earlier release contained to the record. @param release version, such as `1.1.0` */
export async function recordMigrations(
  record: readonly ReleasedMigration[],
  contexts: readonly Persistence[],
  release: string,
): Promise<ReleasedMigration[]> {
  const recorded = new Set(record.map(({ name }) => name));
  const added = migrationsOf(contexts).filter((migration) => !recorded.has(nameOf(migration)));
  added.sort((a, b) => timestampOf(nameOf(a)) - timestampOf(nameOf(b)));
  return [
    ...record,
    ...(await Promise.all(
      added.map(async (migration) => ({
        release,
        name: nameOf(migration),
        up: await hash(migration, 'up'),
        down: await hash(migration, 'down'),
      })),
    )),
  ];
}

/** Returns what is wrong with the migrations of all contexts: released ones never change, and new ones come last. */
export async function migrationViolations(
  record: readonly ReleasedMigration[],
  contexts: readonly Persistence[],
): Promise<string[]> {
  const migrations = migrationsOf(contexts);
  return [
    ...(await Promise.all(record.map((released) => releaseViolations(released, migrations)))).flat(),
    ...orderViolations(record, migrations.map(nameOf)),
  ];
}

/** The contexts with only their migrations of the last release, as that release created them, and without tables. */
export function releasedContexts(
  record: readonly ReleasedMigration[],
  contexts: readonly Persistence[],
): Persistence[] {
  const released = new Set(record.map(({ name }) => name));
  return contexts.map(({ migrations }) => ({
    tables: [],
    migrations: migrations.filter((migration) => released.has(nameOf(new migration() as MigrationInterface))),
  }));
}

async function releaseViolations(
  released: ReleasedMigration,
  migrations: readonly MigrationInterface[],
): Promise<string[]> {
  const migration = migrations.find((candidate) => nameOf(candidate) === released.name);
  if (!migration) return [`${released.name} is missing: ${released.release} contains it, and databases have run it`];
  const changed: string[] = [];
  for (const direction of ['up', 'down'] as const) {
    if ((await hash(migration, direction)) === released[direction]) continue;
    changed.push(
      `the SQL of ${direction} of ${released.name} has changed: ${released.release} contains it. Write a new migration`,
    );
  }
  return changed;
}

function orderViolations(record: readonly ReleasedMigration[], names: readonly string[]): string[] {
  const released = new Set(record.map(({ name }) => name));
  const lastReleased = Math.max(...record.map(({ name }) => timestampOf(name)));
  const found: string[] = [];
  for (const [index, name] of names.entries()) {
    const timestamp = timestampOf(name);
    if (Number.isNaN(timestamp)) found.push(`${name} does not end with the milliseconds since 1970`);
    const earlier = names.slice(0, index).find((other) => timestampOf(other) === timestamp);
    if (earlier) found.push(`${earlier} and ${name} have the same timestamp, so their order is undefined`);
    if (!released.has(name) && timestamp <= lastReleased) {
      found.push(`${name} must have a later timestamp than ${lastReleased}, the last released migration`);
    }
  }
  return found;
}

function migrationsOf(contexts: readonly Persistence[]): MigrationInterface[] {
  return contexts.flatMap(({ migrations }) => migrations.map((migration) => new migration() as MigrationInterface));
}

async function hash(migration: MigrationInterface, direction: 'up' | 'down'): Promise<string> {
  const statements = await migrationStatements(migration, direction);
  return createHash('sha256')
    .update(JSON.stringify(statements.map(dedent)))
    .digest('hex');
}

/** Removes the indentation that the lines after the first have in common, because indenting the code changes no SQL. */
function dedent(sql: string): string {
  const [first = '', ...lines] = sql.split('\n').map((line) => line.trimEnd());
  const indent = Math.min(...lines.filter((line) => line !== '').map((line) => line.search(/\S/)));
  return [first, ...lines.map((line) => line.slice(indent))].join('\n');
}
