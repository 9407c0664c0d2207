import { lstatSync, readdirSync, statfsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { OperatorError } from '@petstore/settings';

const megabyte = 1_000_000;

/** Bytes for an empty data directory with its write-ahead log, and for the old version if npm installs it. */
const fixedBytes = 300 * megabyte;

/**
 * Reports how much space the upgrade needs: the new data, and a file with the largest table.
 * @throws OperatorError if that is not free
 */
export function requireDiskSpace(data: string, report: (message: string) => void): void {
  const needed = 2 * sizeOf(join(data, 'base')) + fixedBytes;
  const { bavail, bsize } = statfsSync(data);
  const free = bavail * bsize;
  const facts = `the upgrade needs up to ${inMegabytes(needed)} in ${dirname(data)}, and ${inMegabytes(free)} are free`;
  if (free < needed) throw new OperatorError(facts);
  report(facts);
}

function inMegabytes(bytes: number): string {
  return `${new Intl.NumberFormat('en').format(Math.ceil(bytes / megabyte))} MB`;
}

function sizeOf(path: string): number {
  const found = lstatSync(path);
  if (!found.isDirectory()) return found.size;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}
