import { isIPv4, isIPv6 } from 'node:net';
import { OperatorError } from '@petstore/settings';
import type { ClientConfig } from 'pg';
import { parse, toClientConfig } from 'pg-connection-string';

/** The modes that the driver and psql know in PGSSLMODE. With `allow` or a misspelt value, the driver would not use TLS. */
export const driverSslModes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full'];

/** The modes of a URL: not `prefer`, with which the server decides whether the connection uses TLS. */
const sslModes = driverSslModes.filter((mode) => mode !== 'prefer');

export const isPort = (port: number) => port >= 1 && port <= 65_535;

const allowedUrls =
  `postgresql://user:password@host:port/database, with a port from 1 to 65535 and sslmode one of ${sslModes.join(', ')}; ` +
  'characters such as @ : / ? # and % in a user name or password must be percent-encoded; ' +
  'sslrootcert, which verify-ca needs, sslcert and sslkey must be files that can be read';

/** Only the user name and the password may contain "@". Otherwise a part of a password could be taken for a host, which is printed. */
const urlPattern = /^postgres(?:ql)?:\/\/(?:[^/?#]*@)?[^@/?#\s]*(?:\/[^@?#\s]*)?(?:\?(?:[a-z_]+=[^@&#\s]*(?:&|$))*)?$/;

/**
 * Validates the URL of a database and returns it unchanged.
 * @param source what contains the URL, as the beginning of the message
 * @throws OperatorError if the URL is invalid. The message contains no text of the URL, because any part of a malformed URL may
 *   contain a piece of the password.
 */
export function requireValidUrl(source: string, text: string): string {
  if (urlPattern.test(text) && isAccepted(text)) return text;
  throw new OperatorError(`${source} (its value is not shown) must be ${allowedUrls}`);
}

function isAccepted(url: string): boolean {
  try {
    const { host = '', port = 5432 } = connectionOptions(url);
    const parameters = new URLSearchParams(url.split('?')[1]);
    const [sslMode, negotiation] = [parameters.get('sslmode'), parameters.get('sslnegotiation')];
    const isTls = sslMode !== null && sslMode !== 'disable';
    const isNegotiated = negotiation === null || negotiation === 'postgres' || (negotiation === 'direct' && isTls);
    // In `user%3Apassword%40host`, the parser takes all for the host. What follows "%" is the zone of an address of IPv6.
    const isHost = host.startsWith('/') || isIPv6(host.replace(/%.*/, '')) || !/[@:\s]/.test(host);
    return isHost && isNegotiated && isPort(port) && (sslMode === null || sslModes.includes(sslMode));
  } catch {
    // Also if a file with a certificate cannot be read.
    return false;
  }
}

/** Parses the URL to options of the driver. `sslmode` has the same meaning as for psql and pg_dump. */
export function connectionOptions(url: string): ClientConfig {
  return toClientConfig(parse(url, { useLibpqCompat: true }));
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
