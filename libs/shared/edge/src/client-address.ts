import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** The number of proxies before the service, or their addresses and ranges. */
export type TrustedProxies = number | readonly string[];

/**
 * Maximum proxies before the service, and addresses in `X-Forwarded-For`: more than any chain of proxies has. A header can have thousands
 * of addresses, and each is compared with the list of trusted proxies.
 */
export const maxProxies = 30;

/** The ranges that have a name, as in Express. */
const namedRanges = new Map([
  ['loopback', ['127.0.0.0/8', '::1/128']],
  ['linklocal', ['169.254.0.0/16', 'fe80::/10']],
  ['uniquelocal', ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7']],
]);

/** Parses a number from 1 to `maxProxies`, or a comma-separated list of addresses and ranges. Returns undefined for another text. */
export function parseTrustedProxies(text: string): TrustedProxies | undefined {
  if (/^[1-9]\d?$/.test(text) && Number(text) <= maxProxies) return Number(text);
  const ranges = text.split(',').map((range) => range.trim());
  try {
    trustIn(ranges);
    return ranges;
  } catch {
    return undefined;
  }
}

/** Whether an address, the `hop`-th from the service on, is that of a trusted proxy. The address of the connection has the hop 0. */
type IsTrusted = (address: string, hop: number) => boolean;

/** @throws Error if an address or a range is invalid */
export function trustIn(proxies: TrustedProxies): IsTrusted {
  if (typeof proxies === 'number') return (_, hop) => hop < proxies;
  const list = new BlockList();
  for (const range of proxies.flatMap((each) => namedRanges.get(each) ?? each)) {
    const [, address = '', length] = /^([^/]+)(?:\/([1-9]\d{0,2}))?$/.exec(range) ?? [];
    if (length === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(length), familyOf(address));
  }
  return (address) => isIP(address) !== 0 && list.check(address, familyOf(address));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}

/** Whether `X-Forwarded-For` has too many addresses. Node joins the values of several such headers with a comma. */
export function hasTooManyForwardedAddresses({ headers }: IncomingMessage): boolean {
  const forwarded = headers['x-forwarded-for'] as string | undefined;
  return (forwarded?.split(',', maxProxies + 1).length ?? 0) > maxProxies;
}

/** An IP address, optionally with a port. Other text is rejected, because a trusted proxy may forward text of its client. */
const addressPattern = /^[\da-f:.[\]]{2,54}$/i;

/** Returns an address of IPv4 as such. A listener on `::` sees it as `::ffff:192.0.2.1`. */
export function plainAddress(address: string | undefined): string | undefined {
  return address?.replace(/^::ffff:(?=\d+\.)/, '');
}

/**
 * Returns the address of the client. Each proxy has added the address of its client to the end of `X-Forwarded-For`. So it is the last
 * one that is not that of a trusted proxy, or the first one if all are.
 * @param isTrusted undefined if no proxy is trusted
 */
export function clientAddressOf(request: IncomingMessage, isTrusted: IsTrusted | undefined): string | undefined {
  const peer = plainAddress(request.socket.remoteAddress);
  const forwarded = request.headers['x-forwarded-for'] as string | undefined;
  if (!isTrusted || !peer || !forwarded || hasTooManyForwardedAddresses(request)) return peer;
  const addresses = [peer, ...forwarded.split(',').reverse()].map((each) => each.trim()).filter((each) => each !== '');
  const address = addresses.find((each, hop) => !isTrusted(each, hop)) ?? addresses.at(-1)!;
  return addressPattern.test(address) ? plainAddress(address) : peer;
}
