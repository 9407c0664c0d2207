import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { OperatorError } from '@petstore/settings';
import { createReachable } from '../directory-permissions.ts';
import { binariesInPackage, platformPackageName, type PostgresBinaries } from '../postgres-binaries.ts';

/** The directories that npm creates must be readable for the server's user. */
const npmScript = 'umask 022 && exec "$0" "$@"';

/**
 * Installs the newest PostgreSQL of a major version with the operator's npm and its configuration.
 * @param folder is created
 * @param program npm, by its name in PATH or by its path
 * @param report gets the name and version of the package before it is installed
 * @throws OperatorError if npm fails, or has no such version for this platform
 */
export async function installOldBinaries(
  majorVersion: string,
  folder: string,
  report: (message: string) => void,
  signal: AbortSignal,
  program = 'npm',
): Promise<PostgresBinaries> {
  createReachable(folder);
  const npm = (...args: string[]) => runNpm(program, args, folder, majorVersion, signal);
  report(`asking npm for a PostgreSQL ${majorVersion} (--old-binaries uses an installed one instead)`);
  const versions = [JSON.parse(await npm('view', platformPackageName, 'versions', '--json'))].flat() as string[];
  // npm sorts them in ascending order. No range matches all of them, because they are pre-release versions.
  const version = versions.findLast((each) => each.startsWith(`${majorVersion}.`));
  if (version === undefined) throw npmFailed(majorVersion, `${platformPackageName} has no version ${majorVersion}`);
  report(`installing ${platformPackageName}@${version} in a temporary folder (about 60 MB)`);
  const options = ['--prefix', folder, '--no-save', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund'];
  await npm('install', ...options, `${platformPackageName}@${version}`);
  return binariesInPackage(join(folder, 'node_modules', platformPackageName));
}

function runNpm(
  program: string,
  args: readonly string[],
  cwd: string,
  majorVersion: string,
  signal: AbortSignal,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn('/bin/sh', ['-c', npmScript, program, ...args], {
      cwd,
      signal,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [output, errors] = ['', ''];
    child.stdout.on('data', (chunk) => (output += String(chunk)));
    child.stderr.on('data', (chunk) => (errors += String(chunk)));
    child.on('error', (error) => {
      if (!signal.aborted) reject(npmFailed(majorVersion, error.message));
    });
    // After an abort, npm writes files until it has ended. The caller removes them.
    child.on('close', (status) => {
      if (signal.aborted) reject(signal.reason);
      else if (status === 0) resolve(output);
      else reject(npmFailed(majorVersion, firstLines(errors)));
    });
  });
}

function npmFailed(majorVersion: string, reason: string): OperatorError {
  return new OperatorError(
    `npm cannot install PostgreSQL ${majorVersion}: ${reason}. ` +
      `Install PostgreSQL ${majorVersion} in another way, then add --old-binaries <folder that contains bin/postgres>`,
  );
}

/** Returns the first two lines of npm's error in one line. Without npm, the shell's error. */
function firstLines(errors: string): string {
  const lines = errors.trim().split('\n');
  const fromNpm = lines.filter((line) => line.startsWith('npm error'));
  return (fromNpm.length > 0 ? fromNpm : lines)
    .slice(0, 2)
    .map((line) => line.replace(/^npm error ?/, '').trim())
    .join(' ')
    .replace(/\.$/, '');
}
