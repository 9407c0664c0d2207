import { OperatorError } from '@petstore/settings';

/** Parameters of DATABASE_URL that are read. libpq calls `sslmode=require` also `ssl=true`. */
const readParameters = [
  ...['host', 'port', 'dbname', 'user', 'password', 'options'],
  ...['sslmode', 'sslnegotiation', 'sslrootcert', 'sslcert', 'sslkey', 'ssl'],
];

/** Parameters of a session or its times, which the service sets itself. So they are ignored, as is their variable. */
const ignoredParameters = [
  ...['application_name', 'fallback_application_name', 'client_encoding', 'connect_timeout', 'tcp_user_timeout'],
  ...['keepalives', 'keepalives_idle', 'keepalives_interval', 'keepalives_count', 'max_protocol_version'],
];

/**
 * Parameters of libpq (PostgreSQL 18) that choose the server, the database, the user or the security of the connection, and that are not
 * read, with the values that change nothing here. To ignore another value could lead to another server, or weaken the security.
 */
const unreadParameters: Readonly<Record<string, readonly string[]>> = {
  service: [],
  servicefile: [],
  hostaddr: [],
  target_session_attrs: ['any', 'read-write', 'primary'],
  load_balance_hosts: ['disable'],
  require_auth: [],
  requirepeer: [],
  channel_binding: ['disable', 'prefer'],
  gssencmode: ['disable', 'prefer'],
  gssdelegation: ['0'],
  gsslib: [],
  krbsrvname: ['postgres'],
  requiressl: ['0'],
  sslcertmode: ['allow'],
  sslcompression: ['0'],
  sslcrl: [],
  sslcrldir: [],
  sslpassword: [],
  sslsni: ['1'],
  ssl_min_protocol_version: ['TLSv1.2'],
  ssl_max_protocol_version: [],
  min_protocol_version: ['3.0'],
};

/** Read in DATABASE_URL, but not in their variables. */
const onlyInUrl = ['sslrootcert', 'sslcert', 'sslkey'];

/** What a service of libpq can give. */
const ofService = ['host', 'port', 'user', 'dbname', 'sslmode'];

const variableOf = (parameter: string) => `PG${parameter.replaceAll('_', '').toUpperCase()}`;

/** Returns what is wrong with the parameters of a URL; undefined if nothing is. */
export function faultOfParameters(parameters: ReadonlyMap<string, string>): string | undefined {
  const isRead = (name: string, value: string) =>
    readParameters.includes(name) || ignoredParameters.includes(name) || unreadParameters[name]?.includes(value);
  const names = [...parameters].filter(([name, value]) => !isRead(name, value)).map(([name]) => name);
  if (names.length === 0) return undefined;
  return `has parameters that are not read: remove ${names.join(', ')}. These are read: ${readParameters.join(', ')}`;
}

/**
 * Refuses variables that libpq, and so psql, would use for this URL, and that are not read. An empty one counts as absent.
 * @param parameters of the URL. Its host, user and so on have the names that they have as parameters.
 * @returns a check for each variable that is set
 */
export function checksOfVariables(env: NodeJS.ProcessEnv, parameters: ReadonlyMap<string, string>): (() => void)[] {
  const isPlain = parameters.get('sslmode') === 'disable';
  const names = [...onlyInUrl, ...Object.keys(unreadParameters)].filter((name) => !isPlain || !name.startsWith('ssl'));
  return names.map((name) => () => {
    const [variable, harmless = []] = [variableOf(name), unreadParameters[name]];
    const value = env[variable];
    const replacements = name.startsWith('service') ? ofService : [name];
    if (!value || harmless.includes(value) || replacements.every((each) => parameters.has(each))) return;
    const remedies = [
      ...(harmless.length > 0 ? [`set it to ${harmless.join(' or ')}`] : []),
      ...(unreadParameters[name] && replacements.length === 1
        ? []
        : [`let DATABASE_URL have ${replacements.join(', ')}`]),
    ];
    throw new OperatorError(
      `${variable}, which psql uses, is not read with DATABASE_URL: ${['remove it', ...remedies].join(', or ')}`,
    );
  });
}
