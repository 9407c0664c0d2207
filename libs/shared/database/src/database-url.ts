import { isIPv4, isIPv6 } from 'node:net';
import { OperatorError } from '@petstore/settings';
import type { ClientConfig } from 'pg';
import { parse, toClientConfig } from 'pg-connection-string';

/** The modes of libpq except `allow` and `prefer`, with which the server decides whether the connection uses TLS. */
const sslModes = ['disable', 'require', 'verify-ca', 'verify-full'];

const allowedUrls = `postgresql://user:password@host:port/database, with sslmode one of ${sslModes.join(', ')}`;

const encode = 'characters such as @ : / ? # = and % in a user name or password must be percent-encoded';
const unclearUser = `its user name and host are ambiguous: ${encode}`;

/**
 * Validates DATABASE_URL and returns it unchanged.
 * @throws OperatorError if the URL is invalid. The message names the invalid part, but contains no text of the URL, because any
 *   part of a malformed URL may contain a piece of the password.
 */
export function requireValidUrl(text: string): string {
  const error = urlError(text);
  if (error === undefined) return text;
  throw new OperatorError(`DATABASE_URL (its value is not shown) must be ${allowedUrls}; ${error}`);
}

function urlError(text: string): string | undefined {
  if (/^['"`\s]|['"`\s]$/.test(text)) return 'it starts or ends with a quotation mark or white space';
  const scheme = /^postgres(?:ql)?:(\/\/)?/.exec(text);
  if (!scheme) return 'its scheme is missing, or is not postgresql or postgres';
  if (!scheme[1]) return '"//" is missing after its scheme';
  if (/\s/.test(text.slice(text.lastIndexOf('@') + 1))) return 'it contains white space';
  if (text.includes('#')) return `it contains "#": ${encode}`;
  // Example: postgresql://user=ann&password=…@host/db.
  if (/^[^:]*:\/\/[^:/?@]*=[^/?]*@/.test(text)) return `its user name contains "=": ${encode}`;
  const [, authority = '', path = '', query = ''] = /^[^:]*:\/\/([^/?]*)([^?]*)\??(.*)$/s.exec(text) ?? [];
  const port = /:([^:\]]*)$/.exec(authority.slice(authority.lastIndexOf('@') + 1))?.[1];
  if (!isPort(port)) return `its port is not an integer from 1 to 65535 (${encode})`;
  // An "@" in the path or in a parameter's name means that user and password end there.
  const names = query.split('&').map((parameter) => parameter.replace(/=.*/s, ''));
  if ([path, ...names].some((part) => part.includes('@'))) return unclearUser;
  return parameterError(new URLSearchParams(query)) ?? driverOptionsError(text);
}

function parameterError(parameters: URLSearchParams): string | undefined {
  const sslMode = parameters.getAll('sslmode').at(-1);
  if (sslMode !== undefined && !sslModes.includes(sslMode)) return 'its sslmode is none of these';
  if (sslMode === 'verify-ca' && !parameters.get('sslrootcert')) return 'sslmode=verify-ca needs sslrootcert';
  if (parameters.has('uselibpqcompat')) return 'uselibpqcompat is not allowed';
  return isPort(parameters.getAll('port').at(-1)) ? undefined : 'its port is not an integer from 1 to 65535';
}

function driverOptionsError(text: string): string | undefined {
  try {
    const { user, password, host } = connectionOptions(text);
    // Example: postgresql://user%3Apassword%40host/db. The driver's messages would contain the host.
    if (host && !isHost(host)) return unclearUser;
    // Example: postgresql://user:1/2@host/db, which has the host "user" and the port 1.
    return text.includes('@') && !user && !password ? unclearUser : undefined;
  } catch (error) {
    if (error instanceof URIError) return `its percent-encoding is wrong: ${encode}`;
    const { code } = error as NodeJS.ErrnoException;
    const isFile = /^E(?!RR_)/.test(code ?? '');
    return isFile ? `its sslrootcert, sslcert or sslkey cannot be read (${code})` : 'its host cannot be parsed';
  }
}

/** A socket directory, an IPv6 address, or a name without the characters that separate user, password and host. */
function isHost(host: string): boolean {
  return host.startsWith('/') || isIPv6(host.replace(/%.*/, '')) || !/[@:\s]/.test(host);
}

function isPort(text: string | undefined): boolean {
  return !text || (/^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535);
}

/** Parses the URL to options of the driver. `sslmode` has the same meaning as for psql and pg_dump. */
export function connectionOptions(url: string): ClientConfig {
  return toClientConfig(parse(url, { useLibpqCompat: true }));
}

/** Removes each password from a valid URL. The other options of the connection stay the same. */
export function urlWithoutPassword(url: string): string {
  const [, scheme = '', authority = '', path = '', query = ''] =
    /^([^:]*:\/\/)([^/?]*)([^?]*)\??(.*)$/s.exec(url) ?? [];
  const [, user, host = authority] = /^([^:]*)(?::.*)?@([^@]*)$/s.exec(authority) ?? [];
  const parameters = query.split('&').filter((parameter) => !/password/i.test(nameOf(parameter)));
  const rest = parameters.join('&');
  return `${scheme}${user ? `${user}@` : ''}${host}${path}${rest && `?${rest}`}`;
}

function nameOf(parameter: string): string {
  return new URLSearchParams(parameter).keys().next().value ?? '';
}

/** Whether the connection is not encrypted, because the host is another machine and the URL has no `sslmode`. */
export function isUnencryptedByDefault(url: string): boolean {
  const { host, ssl } = connectionOptions(url);
  const isLocal = !host || /^(?:\/|localhost$|::1$)/.test(host) || (isIPv4(host) && host.startsWith('127.'));
  return ssl === undefined && !isLocal;
}
