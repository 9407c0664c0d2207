import { isIP } from 'node:net';
import { InvalidSetting } from '@petstore/settings';
import express from 'express';

/** How many proxies stand in front, or which addresses are theirs: as Express' `trust proxy` takes it. */
export type TrustedProxies = number | readonly string[];

const rangeNames = ['loopback', 'linklocal', 'uniquelocal'];

/**
 * The proxies that a variable names; none when it is not set.
 * @throws InvalidSetting
 */
export function trustedProxiesOf(variable: string, read: string | undefined): TrustedProxies | undefined {
  if (!read) return undefined;
  if (/^[1-9]\d?$/.test(read)) return Number(read);
  const ranges = read.split(',').map((range) => range.trim());
  if (ranges.every(isRange) && canCompile(ranges)) return ranges;
  const form = `a comma-separated list of addresses, CIDR ranges, ${rangeNames.join(', ')}`;
  throw new InvalidSetting(variable, read, `the number of proxies in front (1 to 99), or ${form}`);
}

/** Express takes 1, 10.1 and 010.0.0.1 for addresses as well, and for others than whoever wrote them meant. */
function isRange(range: string): boolean {
  return rangeNames.includes(range) || isIP(range.replace(/\/.*/, '')) !== 0;
}

function canCompile(ranges: readonly string[]): boolean {
  try {
    express().set('trust proxy', ranges);
    return true;
  } catch {
    return false;
  }
}
