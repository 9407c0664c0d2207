import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '@petstore/settings';
import type { Persistence } from '../../data-source.ts';
import { binariesIn, postgresBinaries, type PostgresBinaries } from '../postgres-binaries.ts';
import { readVersionFile } from '../read-version-file.ts';
import { requireDiskSpace } from './disk-space.ts';
import { installOldBinaries } from './install-old-binaries.ts';
import { lockDataDirectory } from './lock-data-directory.ts';
import { removeWork } from './remove-work.ts';
import { completeReplacement, isReplacementInterrupted, keptData } from './replace-data.ts';
import { rewriteData, type RewriteOptions } from './rewrite-data.ts';
import { UpgradePaths } from './upgrade-paths.ts';

export interface UpgradeOptions extends Omit<RewriteOptions, 'target'> {
  /** Absolute path of a directory with `bin/postgres` of the old version. Without it, npm installs that version. */
  readonly oldBinaries?: string | undefined;
  /** The PostgreSQL to upgrade to. The default is the one that npm installed. */
  readonly target?: PostgresBinaries | undefined;
}

/**
 * Upgrades the embedded database to another major version of PostgreSQL. It changes the data directory only by renaming it after
 * the copy is complete and verified. Therefore it can be repeated after a failure, a signal or a crash at any time.
 * @param directory absolute path of the directory of the embedded database
 * @returns what was done, in one line
 * @throws OperatorError if a process uses the database, if it cannot be upgraded, or the reason of the signal
 */
export async function upgradeDatabase(
  directory: string,
  contexts: readonly Persistence[],
  options: UpgradeOptions,
): Promise<string> {
  const paths = new UpgradePaths(directory);
  if (!existsSync(paths.data) && !isReplacementInterrupted(paths)) {
    throw new OperatorError(`there is no database in ${directory}`);
  }
  const { target = postgresBinaries() } = options;
  const nothingToDo = `nothing to do: the data in ${paths.data} is of PostgreSQL ${target.majorVersion}`;
  if (!existsSync(paths.work) && versionOf(paths) === target.majorVersion) return nothingToDo;
  const unlock = lockDataDirectory(directory);
  try {
    const isInterrupted = isReplacementInterrupted(paths);
    if (isInterrupted) completeReplacement(paths);
    await removeWork(paths);
    const found = versionOf(paths);
    if (isInterrupted) return `completed the interrupted upgrade to PostgreSQL ${found}${keptNote(keptData(paths))}`;
    if (found === target.majorVersion) return nothingToDo;
    const rows = await upgradeFrom(found, paths, contexts, { ...options, target });
    const summary = `upgraded ${paths.data} from PostgreSQL ${found} to ${target.majorVersion}: ${rows} rows`;
    return `${summary}${keptNote([paths.kept(found)])}`;
  } finally {
    unlock();
  }
}

async function upgradeFrom(
  found: string,
  paths: UpgradePaths,
  contexts: readonly Persistence[],
  options: UpgradeOptions & RewriteOptions,
): Promise<number> {
  const kept = paths.kept(found);
  const { majorVersion } = options.target;
  if (Number(found) > Number(majorVersion)) {
    throw new OperatorError(`the data in ${paths.data} is of PostgreSQL ${found}, which is newer than ${majorVersion}`);
  }
  if (existsSync(kept)) throw new OperatorError(`${kept} exists: move it to another directory, or delete it`);
  requireDiskSpace(paths.data, options.report);
  try {
    return await rewriteData(paths, contexts, await binariesFor(found, paths, options), kept, options);
  } finally {
    await removeWork(paths);
  }
}

/** @throws OperatorError if they cannot be found or installed, or are of another version */
async function binariesFor(version: string, { npm }: UpgradePaths, options: UpgradeOptions): Promise<PostgresBinaries> {
  const { oldBinaries, report, signal } = options;
  if (oldBinaries === undefined) return installOldBinaries(version, npm, report, signal);
  const binaries = binariesIn(oldBinaries);
  if (binaries.majorVersion === version) return binaries;
  throw new OperatorError(`${oldBinaries} contains PostgreSQL ${binaries.majorVersion}, but the data is of ${version}`);
}

function versionOf({ data }: UpgradePaths): string {
  return readVersionFile(join(data, 'PG_VERSION'));
}

function keptNote(kept: readonly string[]): string {
  return kept.length > 0 ? `. The old data is in ${kept.join(' and ')}: delete it when you no longer need it` : '';
}
