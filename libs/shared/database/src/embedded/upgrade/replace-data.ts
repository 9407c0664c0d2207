import { closeSync, existsSync, fsyncSync, openSync, readdirSync, renameSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { UpgradePaths } from './upgrade-paths.ts';

/** Renames the old data directory to `kept`, and the new one to its name. No server may run in either. */
export function replaceData(paths: UpgradePaths, kept: string): void {
  renameSync(paths.data, kept);
  completeReplacement(paths);
}

/** Whether a process was killed between the two renames of `replaceData`. */
export function isReplacementInterrupted(paths: UpgradePaths): boolean {
  return !existsSync(paths.data) && existsSync(paths.newData);
}

/** Does the second rename of `replaceData`. */
export function completeReplacement(paths: UpgradePaths): void {
  renameSync(paths.newData, paths.data);
  for (const directory of [paths.directory, dirname(paths.newData)]) syncDirectory(directory);
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
