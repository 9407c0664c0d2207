import { isIPv4, isIPv6 } from 'node:net';
import { OperatorError } from '@petstore/settings';
import type { ClientConfig } from 'pg';
import { parse, toClientConfig } from 'pg-connection-string';
import { faultOfParameters } from './libpq-parameters.ts';

/** The modes that the driver and psql know in PGSSLMODE. With `allow` or a misspelt value, the driver would not use TLS. */
export const driverSslModes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full'];

/** The modes of a URL: not `prefer`, with which the server decides whether the connection uses TLS. */
const sslModes = driverSslModes.filter((mode) => mode !== 'prefer');

export const isPort = (port: number) => port >= 1 && port <= 65_535;

const allowedUrls =
  `postgresql://user:password@host:port/database, with a port from 1 to 65535 and sslmode one of ${sslModes.join(', ')}; ` +
  'characters such as @ : / ? # and % in a user name, a password or the name of a database must be percent-encoded, in UTF-8; ' +
  'sslrootcert, which verify-ca needs, sslcert and sslkey must be files that can be read';

/** Only the user name and the password may contain "@". Otherwise a part of a password could be taken for a host, which is printed. */
const urlPattern =
  /^postgres(?:ql)?:\/\/(?:([^:/?#]*)(?::([^/?#]*))?@)?(\[[^\]@/?#\s]*\]|[^:@/?#\s]*)(?::([^:@/?#\s]*))?(?:\/([^@?#\s]*))?(?:\?((?:[a-z_]+=[^@&#\s]*(?:&|$))*))?$/;

/**
 * Validates the URL of a database and returns it unchanged.
 * @param source what contains the URL, as the beginning of the message
 * @throws OperatorError if the URL is invalid. The message contains no value of the URL, because any part of a malformed URL may
 *   contain a piece of the password.
 */
export function requireValidUrl(source: string, text: string): string {
  const parameters = urlParameters(text);
  const fault = parameters && isAccepted(text, parameters) ? faultOfParameters(parameters) : `must be ${allowedUrls}`;
  if (fault === undefined) return text;
  throw new OperatorError(`${source} (its value is not shown) ${fault}`);
}

/**
 * Parses the URL as libpq does. The driver's own parser leaves characters such as "/" in the name of a database encoded.
 * @returns the parameters by libpq's names, also those that stand before the query; undefined if the URL is malformed
 */
export function urlParameters(url: string): ReadonlyMap<string, string> | undefined {
  const [, user, password, host, port, dbname, query = ''] = urlPattern.exec(url) ?? [undefined, '%'];
  const parts = { user, password, host: host?.replace(/^\[(.*)\]$/, '$1'), port, dbname };
  const encoded = [
    ...Object.entries(parts).filter(([, value]) => value),
    ...[...query.matchAll(/([a-z_]+)=([^&]*)/g)].map(([, name, value]) => [name, value]),
  ] as [string, string][];
  try {
    const decoded = encoded.map(([name, value]) => [name, decodeURIComponent(value)] as const);
    return decoded.some(([, value]) => value.includes('\0')) ? undefined : new Map(decoded);
  } catch {
    return undefined;
  }
}

function isAccepted(url: string, parameters: ReadonlyMap<string, string>): boolean {
  try {
    const { host = '', port = 5432 } = connectionOptions(url);
    const [sslMode, negotiation, ssl] = ['sslmode', 'sslnegotiation', 'ssl'].map((name) => parameters.get(name));
    const isTls = sslMode !== undefined && sslMode !== 'disable';
    const isNegotiated = negotiation === undefined || negotiation === 'postgres' || (negotiation === 'direct' && isTls);
    // In `user%3Apassword%40host`, all is the host. What follows "%" is the zone of an address of IPv6. The driver knows no lists of hosts.
    const isHost = host.startsWith('/') || isIPv6(host.replace(/%.*/, '')) || !/[@:\s,]/.test(host);
    const isSsl = ssl === undefined || ssl === 'true';
    return isHost && isNegotiated && isSsl && isPort(port) && (sslMode === undefined || sslModes.includes(sslMode));
  } catch {
    // Also if a file with a certificate cannot be read.
    return false;
  }
}

/** Parses a valid URL to options of the driver. `sslmode` has the same meaning as for psql and pg_dump. */
export function connectionOptions(url: string): ClientConfig {
  const { dbname, user, password, ...others } = Object.fromEntries(urlParameters(url)!);
  // The driver's parser reads the files of certificates.
  const parsed = parse(`postgresql://?${new URLSearchParams(others).toString()}`, { useLibpqCompat: true });
  return Object.assign(
    toClientConfig(parsed),
    dbname && { database: dbname },
    user && { user },
    password && { password },
  );
}

/**
 * Whether the connection leads to another machine and is not encrypted, because the URL has no `sslmode`.
 * @param ofUrl options of the URL
 * @param defaultHost PGHOST, which the driver uses if the URL has no host
 */
export function isUnencryptedByDefault(ofUrl: ClientConfig, defaultHost: string | undefined): boolean {
  const host = ofUrl.host || defaultHost;
  const isLocal = !host || /^(?:\/|localhost$|::1$)/.test(host) || (isIPv4(host) && host.startsWith('127.'));
  return ofUrl.ssl === undefined && !isLocal;
}
