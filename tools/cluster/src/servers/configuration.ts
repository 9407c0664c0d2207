import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The files of this file's package are in `src` or `dist`. */
const committed = resolve(fileURLToPath(import.meta.url), '../../../../../deploy/cluster');

/** Folder of the configuration. The variable names a changed copy of `deploy/cluster`. */
const folder = process.env.PETSTORE_CLUSTER_CONFIGURATION ?? committed;

/** Returns the text of a file of the configuration, unchanged. */
export function configuration(name: string): string {
  return readFileSync(join(folder, name), 'utf8');
}

/** Parses lines `NAME=value` as systemd does for `EnvironmentFile=`. Lines that begin with `#` are comments. */
export function parseEnvironment(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
  return Object.fromEntries(
    lines.map((line) => {
      const separator = line.indexOf('=');
      return [line.slice(0, separator), line.slice(separator + 1)];
    }),
  );
}

/**
 * Returns a number of `patroni.yml`, such as `ttl`, in milliseconds.
 * @param name a setting whose unit is seconds, with or without `s`
 * @throws Error if the file does not have it exactly once
 */
export function patroniMilliseconds(name: string): number {
  const [match, ...others] = configuration('patroni.yml').matchAll(new RegExp(`^\\s*${name}: (\\d+)s?$`, 'gm'));
  if (!match || others.length > 0) throw new Error(`patroni.yml must have one ${name}`);
  return Number(match[1]) * 1_000;
}
