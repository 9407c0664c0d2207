import { isIPv4, isIPv6 } from 'node:net';
import { OperatorError, parseInteger, refuse } from '@petstore/operations';
import type { ClientConfig } from 'pg';
import { parse, toClientConfig } from 'pg-connection-string';

/** Parameters of a connection, by libpq's names. */
type Parameters = ReadonlyMap<string, string>;

/** The modes that the driver and psql know in PGSSLMODE. With `allow` or a misspelt value, the driver would not use TLS. */
const variableSslModes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full'];

/** The modes of a URL: not `prefer`, with which the server decides whether the connection uses TLS. */
const sslModes = variableSslModes.filter((mode) => mode !== 'prefer');

const allowedUrls =
  `postgresql://user:password@host:port/database, with a port from 1 to 65535 and sslmode one of ${sslModes.join(', ')}; ` +
  'characters such as @ : / ? # and % in a user name, a password or the name of a database must be percent-encoded, in UTF-8; ' +
  'sslrootcert, which verify-ca needs, sslcert and sslkey must be files that can be read';

/** Only the user name and the password may contain "@". Otherwise a part of a password could be taken for a host, which is printed. */
const urlPattern =
  /^postgres(?:ql)?:\/\/(?:(?<user>[^:/?#]*)(?::(?<password>[^/?#]*))?@)?(?<host>\[[^\]@/?#\s]*\]|[^:@/?#\s]*)(?::(?<port>[^:@/?#\s]*))?(?:\/(?<dbname>[^@?#\s]*))?(?:\?(?<query>(?:[a-z_]+=[^@&#\s]*(?:&|$))*))?$/;

/** Parameters of DATABASE_URL that are read. libpq calls `sslmode=require` also `ssl=true`. */
const readParameters = [
  ...['host', 'port', 'dbname', 'user', 'password', 'options'],
  ...['sslmode', 'sslnegotiation', 'sslrootcert', 'sslcert', 'sslkey', 'ssl'],
];

/** Which values of a parameter the driver accepts. Its variable gives the value that the URL lacks. */
const rules: Readonly<Record<string, { accepts: (value: string, isTls: boolean) => boolean; allowed: string }>> = {
  sslmode: {
    accepts: (mode) => variableSslModes.includes(mode),
    allowed: `one of the following values: ${variableSslModes.join(', ')}`,
  },
  port: {
    accepts: (port) => port === '' || parseInteger(port, 1, 65_535) !== undefined,
    allowed: 'an integer from 1 to 65535',
  },
  sslnegotiation: {
    accepts: (negotiation, isTls) => negotiation === 'postgres' || (negotiation === 'direct' && isTls),
    allowed: 'postgres, or, with an sslmode other than disable, direct',
  },
  // In `user%3Apassword%40host`, all is the host. What follows "%" is the zone of an address of IPv6. The driver knows no lists of hosts.
  host: {
    accepts: (host) => host.startsWith('/') || isIPv6(host.replace(/%.*/, '')) || !/[@:\s,]/.test(host),
    allowed: 'one host',
  },
};

/** Parameters of a session or its times, which the service sets itself. So they are ignored, as is their variable. */
const ignoredParameters = [
  ...['application_name', 'fallback_application_name', 'client_encoding', 'connect_timeout', 'tcp_user_timeout'],
  ...['keepalives', 'keepalives_idle', 'keepalives_interval', 'keepalives_count', 'max_protocol_version'],
];

const ofService = ['host', 'port', 'user', 'dbname', 'sslmode'];

/**
 * Variables of libpq (PostgreSQL 18), by their parameters, that choose the server, the database, the user or the security of the
 * connection, and that are not read. To ignore them could lead to another server, or weaken the security.
 * - `harmless`: values that change nothing here, also in a URL
 * - `replacedBy`: parameters of DATABASE_URL that are read instead
 */
const unread: Readonly<
  Record<string, { readonly harmless?: readonly string[]; readonly replacedBy?: readonly string[] }>
> = {
  sslrootcert: { replacedBy: ['sslrootcert'] },
  sslcert: { replacedBy: ['sslcert'] },
  sslkey: { replacedBy: ['sslkey'] },
  service: { replacedBy: ofService },
  servicefile: { replacedBy: ofService },
  hostaddr: {},
  target_session_attrs: { harmless: ['any', 'read-write', 'primary'] },
  load_balance_hosts: { harmless: ['disable'] },
  require_auth: {},
  requirepeer: {},
  channel_binding: { harmless: ['disable', 'prefer'] },
  gssencmode: { harmless: ['disable', 'prefer'] },
  gssdelegation: { harmless: ['0'] },
  gsslib: {},
  krbsrvname: { harmless: ['postgres'] },
  requiressl: { harmless: ['0'] },
  sslcertmode: { harmless: ['allow'] },
  sslcompression: { harmless: ['0'] },
  sslcrl: {},
  sslcrldir: {},
  sslpassword: {},
  sslsni: { harmless: ['1'] },
  ssl_min_protocol_version: { harmless: ['TLSv1.2'] },
  ssl_max_protocol_version: {},
  min_protocol_version: { harmless: ['3.0'] },
};

/**
 * Validates the URL of a database and returns it unchanged.
 * @param source what contains the URL, as the beginning of the message
 * @throws OperatorError if the URL is invalid. The message contains no value of the URL, because any part of a malformed URL may
 *   contain a piece of the password.
 */
export function requireValidUrl(source: string, url: string): string {
  const fault = isAccepted(url) ? faultOfNames(urlParameters(url)) : `must be ${allowedUrls}`;
  if (fault === undefined) return url;
  throw new OperatorError(`${source} (its value is not shown) ${fault}`);
}

function isAccepted(url: string): boolean {
  try {
    const parameters = urlParameters(url);
    const [sslMode, ssl] = [parameters.get('sslmode'), parameters.get('ssl')];
    const isKept = Object.entries(rules).every(([name, { accepts }]) => {
      const value = parameters.get(name);
      return value === undefined || accepts(value, isTlsMode(sslMode));
    });
    // The driver reads the files of certificates.
    connectionOptions(url);
    return isKept && sslMode !== 'prefer' && (ssl === undefined || ssl === 'true');
  } catch {
    return false;
  }
}

function isTlsMode(sslMode: string | undefined): boolean {
  return Boolean(sslMode) && sslMode !== 'disable';
}

/** Returns what is wrong with the names of the parameters; undefined if nothing is. */
function faultOfNames(parameters: Parameters): string | undefined {
  const isRead = ([name, value]: [string, string]) =>
    readParameters.includes(name) || ignoredParameters.includes(name) || unread[name]?.harmless?.includes(value);
  const names = [...parameters].filter((parameter) => !isRead(parameter)).map(([name]) => name);
  if (names.length === 0) return undefined;
  return `has parameters that are not read: remove ${names.join(', ')}. These are read: ${readParameters.join(', ')}`;
}

/**
 * Refuses variables of psql that complete this URL and are wrong, and those that libpq, but not the driver, would use for it. An empty
 * one counts as absent.
 * @throws OperatorError with a line for each variable, without its value
 */
export function requireValidVariables(env: NodeJS.ProcessEnv, url: string): void {
  const parameters = urlParameters(url);
  const { ssl } = connectionOptions(url);
  const isTls = ssl === undefined ? isTlsMode(env['PGSSLMODE']) : Boolean(ssl);
  const isPlain = parameters.get('sslmode') === 'disable';
  const faults: string[] = [];
  for (const [name, { harmless = [], replacedBy = [] }] of Object.entries(unread)) {
    const value = env[variableOf(name)];
    const isReplaced = replacedBy.length > 0 && replacedBy.every((each) => parameters.has(each));
    const isUnused = isReplaced || parameters.has(name) || (isPlain && name.startsWith('ssl'));
    if (!value || isUnused || harmless.includes(value)) continue;
    const remedies = ['remove it'];
    if (harmless.length > 0) remedies.push(`set it to ${harmless.join(' or ')}`);
    if (replacedBy.length > 0) remedies.push(`let DATABASE_URL have ${replacedBy.join(', ')}`);
    faults.push(`${variableOf(name)}, which psql uses, is not read with DATABASE_URL: ${remedies.join(', or ')}`);
  }
  for (const [name, { accepts, allowed }] of Object.entries(rules)) {
    const value = env[variableOf(name)];
    const isUnused = name === 'sslmode' ? ssl !== undefined : Boolean(parameters.get(name));
    if (value && !isUnused && !accepts(value, isTls)) faults.push(`${variableOf(name)} must be ${allowed}`);
  }
  refuse(faults);
}

function variableOf(parameter: string): string {
  return `PG${parameter.replaceAll('_', '').toUpperCase()}`;
}

/**
 * Parses the URL as libpq does. The driver's own parser leaves characters such as "/" in the name of a database encoded.
 * @returns the parameters by libpq's names, also those that stand before the query
 * @throws URIError if the URL is malformed
 */
function urlParameters(url: string): Parameters {
  const { host = '%', query = '', ...others } = urlPattern.exec(url)?.groups ?? {};
  const parts = { ...others, host: host.replace(/^\[(.*)\]$/, '$1') };
  const encoded = [
    ...Object.entries(parts).filter(([, value]) => value),
    ...Array.from(query.matchAll(/([a-z_]+)=([^&]*)/g), ([, name, value]) => [name!, value!] as const),
  ];
  const decoded = encoded.map(([name, value]) => [name, decodeURIComponent(value)] as const);
  if (decoded.some(([, value]) => value.includes('\0'))) throw new URIError('U+0000 in a URL');
  return new Map(decoded);
}

/** Parses a valid URL to options of the driver. `sslmode` has the same meaning as for psql and pg_dump. */
export function connectionOptions(url: string): ClientConfig {
  const { dbname, ...others } = Object.fromEntries(urlParameters(url));
  // The driver's parser reads the files of certificates.
  const parsed = parse(`postgresql://?${new URLSearchParams(others).toString()}`, { useLibpqCompat: true });
  return { ...toClientConfig(parsed), ...(dbname && { database: dbname }) };
}

/**
 * Whether the connection leads to another machine and is not encrypted, because neither the URL nor PGSSLMODE has a mode.
 * @param env PGHOST is the host if the URL has none
 */
export function isUnencryptedByDefault(env: NodeJS.ProcessEnv, url: string): boolean {
  const { ssl, host: hostOfUrl } = connectionOptions(url);
  const host = hostOfUrl || env['PGHOST'] || '';
  const isLocal = /^(?:$|\/|localhost$|::1$)/.test(host) || (isIPv4(host) && host.startsWith('127.'));
  return ssl === undefined && !env['PGSSLMODE'] && !isLocal;
}
