import { isIPv4, isIPv6 } from 'node:net';
import { parseInteger, refuse } from '@petstore/operations';
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

/** What a service of libpq (PGSERVICE) can give. */
const serviceParameters = ['host', 'port', 'user', 'dbname', 'sslmode'];

/**
 * Parameters of libpq (PostgreSQL 18) that choose the server, the database, the user or the security of the connection, and that are not
 * read from a variable. To ignore one could lead to another server, or weaken the security. The values change nothing here, also in a URL.
 */
const unread: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    [
      ...['sslrootcert', 'sslcert', 'sslkey', 'service', 'servicefile', 'hostaddr', 'require_auth', 'requirepeer'],
      ...['gsslib', 'sslcrl', 'sslcrldir', 'sslpassword', 'ssl_max_protocol_version'],
    ].map((name) => [name, []]),
  ),
  target_session_attrs: ['any', 'read-write', 'primary'],
  load_balance_hosts: ['disable'],
  channel_binding: ['disable', 'prefer'],
  gssencmode: ['disable', 'prefer'],
  gssdelegation: ['0'],
  krbsrvname: ['postgres'],
  requiressl: ['0'],
  sslcertmode: ['allow'],
  sslcompression: ['0'],
  sslsni: ['1'],
  ssl_min_protocol_version: ['TLSv1.2'],
  min_protocol_version: ['3.0'],
};

/**
 * Validates the URL of a database and returns it unchanged.
 * @param source what contains the URL, as the beginning of the message
 * @throws OperatorError if the URL is invalid. The message contains no value of the URL, because any part of a malformed URL may
 *   contain a piece of the password.
 */
export function requireValidUrl(source: string, url: string): string {
  const refuseUrl = (fault: string) => refuse([`${source} (its value is not shown) ${fault}`]);
  if (!isAccepted(url)) refuseUrl(`must be ${allowedUrls}`);
  const isAllowed = ([name, value]: [string, string]) =>
    readParameters.includes(name) || ignoredParameters.includes(name) || unread[name]?.includes(value);
  const others = [...urlParameters(url)].filter((parameter) => !isAllowed(parameter)).map(([name]) => name);
  const readOnes = `These are read: ${readParameters.join(', ')}`;
  if (others.length > 0) refuseUrl(`has parameters that are not read: remove ${others.join(', ')}. ${readOnes}`);
  return url;
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
  for (const [name, harmless] of Object.entries(unread)) {
    const value = env[variableOf(name)];
    const replacement = name.startsWith('service') ? serviceParameters : [name];
    const isUnused = replacement.every((each) => parameters.has(each)) || (isPlain && name.startsWith('ssl'));
    if (!value || isUnused || harmless.includes(value)) continue;
    const remedies = ['remove it'];
    if (harmless.length > 0) remedies.push(`set it to ${harmless.join(' or ')}`);
    if (readParameters.includes(replacement[0]!)) remedies.push(`let DATABASE_URL have ${replacement.join(', ')}`);
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
