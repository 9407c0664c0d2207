import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { persistence } from './index.ts';

/** The migrations of each release, with the SHA-256 of their SQL. */
type Releases = Readonly<Record<string, Readonly<Record<string, string>>>>;

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(join(import.meta.dirname, path), 'utf8')) as T;
}

const releases = readJson<Releases>('../released-migrations.json');
const released = Object.assign({}, ...Object.values(releases)) as Readonly<Record<string, string>>;
const migrations = persistence.flatMap(({ migrations }) => migrations);

/** Returns the number at the end of a migration's name, by which TypeORM orders: a day in milliseconds since 1970, and a sequence number. */
function timeOf(name: string): number {
  return Number(/\d{13}$/.exec(name)![0]);
}

/** Returns the hash of the SQL that a migration executes, with white space collapsed. */
async function hashOf(Migration: new () => object): Promise<string> {
  const hash = createHash('sha256');
  const query = async (sql: string) => hash.update(`${sql.replace(/\s+/g, ' ').trim()};`);
  await (new Migration() as MigrationInterface).up({ query } as unknown as QueryRunner);
  return hash.digest('hex');
}

it('released migrations are unchanged', async () => {
  const present: Record<string, string> = {};
  for (const migration of migrations) {
    if (migration.name in released) present[migration.name] = await hashOf(migration);
  }
  expect(present).toEqual(released);
  // Release 1.0.0 had four. Without this check, an emptied file would pass.
  expect(Object.keys(released).length).toBeGreaterThanOrEqual(4);
});

it('new migrations come after the released ones, and each at its own time', () => {
  const times = migrations.map(({ name }) => timeOf(name));
  expect(new Set(times).size).toBe(times.length);
  const lastReleased = Math.max(...Object.keys(released).map(timeOf));
  const early = migrations.filter(({ name }) => !(name in released) && timeOf(name) <= lastReleased);
  expect(early).toEqual([]);
});

it('the file records the migrations of each release', async () => {
  const { version } = readJson<{ version: string }>('../../../package.json');
  // A build between two releases, such as 1.1.0-dev.
  if (version.includes('-')) return expect(releases[version]).toBeUndefined();
  const unrecorded = migrations.filter(({ name }) => !(name in released));
  const hashes = await Promise.all(unrecorded.map(async (migration) => [migration.name, await hashOf(migration)]));
  // The first build of a release, whose version has no suffix, fails here. Copy what it prints to the entry of the release.
  expect(Object.fromEntries(hashes)).toEqual({});
  expect(releases[version]).toBeDefined();
});
