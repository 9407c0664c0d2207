import { closeSync, existsSync, fsyncSync, openSync, readdirSync, renameSync } from 'node:fs';
import { basename } from 'node:path';
import type { UpgradePaths } from './upgrade-paths.ts';

/** Renames the old data directory to `kept`, and the new one to its name. No server may run in either. */
export function replaceData(paths: UpgradePaths, kept: string): void {
  renameSync(paths.newData, paths.completeData);
  syncDirectory(paths.work);
  renameSync(paths.data, kept);
  try {
    completeReplacement(paths);
  } catch (error) {
    renameSync(kept, paths.data);
    throw error;
  }
}

/** Whether a process was killed between the last two renames of `replaceData`. */
export function isReplacementInterrupted(paths: UpgradePaths): boolean {
  return !existsSync(paths.data) && existsSync(paths.completeData);
}

/** Does the last rename of `replaceData`. */
export function completeReplacement(paths: UpgradePaths): void {
  renameSync(paths.completeData, paths.data);
  for (const directory of [paths.directory, paths.work]) syncDirectory(directory);
}

/** Returns the paths of the data directories that upgrades have kept. */
export function keptData(paths: UpgradePaths): string[] {
  const prefix = `${basename(paths.data)}-`;
  const versions = readdirSync(paths.directory).filter((name) => name.startsWith(prefix));
  return versions.map((name) => paths.kept(name.slice(prefix.length)));
}

/** Makes the renames durable. */
function syncDirectory(path: string): void {
  const handle = openSync(path, 'r');
  fsyncSync(handle);
  closeSync(handle);
}
