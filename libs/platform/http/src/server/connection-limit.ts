import { readFileSync } from 'node:fs';
import { InvalidSetting, parseCount } from '@petstore/settings';

/** Connections that the listener for metrics accepts at once. */
export const maxMetricsConnections = 50;

/** Files of the process beside connections: standard streams, listeners, event loop, files that are being read. */
const otherFiles = 100;

/** Where the system does not tell its limit of open files. */
const usualDefault = 1_000;

/** However many files the process may open: an idle connection takes about 20 kB, so these take 400 MB. */
const largestDefault = 20_000;

/**
 * Client connections that may be open at once: by default as many as the limit of open files allows, at most 20,000.
 * @param databaseConnections how many the pool may open
 * @param files the process's soft limit of open files; undefined where the system does not tell it
 * @throws InvalidSetting when the process may not open so many files
 */
export function maxConnectionsOf(
  variable: string,
  read: string | undefined,
  databaseConnections: number,
  files = openFilesLimit(),
): number {
  const reserved = otherFiles + databaseConnections + maxMetricsConnections;
  const possible = files === undefined ? undefined : Math.max(1, files - reserved);
  if (!read) return Math.min(possible ?? usualDefault, largestDefault);
  const connections = parseCount(variable, read);
  if (possible === undefined || connections <= possible) return connections;
  const limit = `the process may open ${files} files (ulimit -n) and needs ${reserved} of them itself`;
  throw new InvalidSetting(variable, read, `at most ${possible}: ${limit}`);
}

/** Soft limit of open files as Linux tells it; Node has raised it to the hard limit. */
function openFilesLimit(): number | undefined {
  let limits: string;
  try {
    limits = readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return undefined;
  }
  const soft = /^Max open files +(\d+|unlimited)/m.exec(limits)?.[1];
  return soft === undefined || soft === 'unlimited' ? undefined : Number(soft);
}
