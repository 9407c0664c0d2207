import { readFileSync } from 'node:fs';
import { OperatorError } from '../operator-error.ts';

/** Maximum open connections of the metrics listener. */
export const maxMetricsConnections = 50;

/** Files that the process opens in addition to connections: standard streams, listeners, event loop, files that it reads. */
const otherFiles = 100;

/** Default if the system does not report its limit of open files. */
const fallbackDefault = 1_000;

/** Maximum of the default. An idle connection takes about 20 kB of memory, so 20,000 take 400 MB. */
const maxDefault = 20_000;

/**
 * Returns the maximum number of open client connections: by default the number that the limit of open files allows.
 * @param wanted the configured number; undefined for the default
 * @param databaseConnections maximum connections of the pool
 * @param files soft limit of open files of the process; undefined if the system does not report it
 * @throws OperatorError if the limit of open files is too low for the configured number
 */
export function maxClientConnections(
  wanted: number | undefined,
  databaseConnections: number,
  files = openFilesLimit(),
): number {
  const reserved = otherFiles + databaseConnections + maxMetricsConnections;
  const possible = files === undefined ? undefined : Math.max(1, files - reserved);
  if (wanted === undefined) return Math.min(possible ?? fallbackDefault, maxDefault);
  if (possible === undefined || wanted <= possible) return wanted;
  const limit = `the process may open ${files} files (ulimit -n) and needs ${reserved} of them itself`;
  throw new OperatorError(`MAX_CONNECTIONS must be at most ${possible}: ${limit}`);
}

/** Reads the soft limit of open files from Linux's `/proc`. Node has raised it to the hard limit at its start. */
function openFilesLimit(): number | undefined {
  try {
    const limit = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return limit === undefined ? undefined : Number(limit);
  } catch {
    return undefined;
  }
}
