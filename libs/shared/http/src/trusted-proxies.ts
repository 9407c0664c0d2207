import { isIP } from 'node:net';
import express from 'express';

/** The number of proxies before the service, or their addresses: Express' setting `trust proxy`. */
export type TrustedProxies = number | readonly string[];

/**
 * Maximum proxies before the service, and addresses in `X-Forwarded-For`: more than any chain of proxies has. A header can have thousands
 * of addresses, and Express parses each with a list of trusted proxies.
 */
export const maxProxies = 30;

/** The names of address ranges that Express knows. */
const rangeNames = ['loopback', 'linklocal', 'uniquelocal'];

/** Parses a number from 1 to `maxProxies`, or a comma-separated list of addresses and ranges. Returns undefined for another text. */
export function parseTrustedProxies(text: string): TrustedProxies | undefined {
  if (/^[1-9]\d?$/.test(text) && Number(text) <= maxProxies) return Number(text);
  const ranges = text.split(',').map((range) => range.trim());
  return ranges.every(isRange) ? ranges : undefined;
}

/** Requires a complete address. Express also accepts 1, 10.1 and 010.0.0.1, but interprets them as unexpected addresses. */
function isRange(range: string): boolean {
  if (rangeNames.includes(range)) return true;
  if (isIP(range.replace(/\/.*/, '')) === 0) return false;
  try {
    express().set('trust proxy', range);
    return true;
  } catch {
    return false;
  }
}
