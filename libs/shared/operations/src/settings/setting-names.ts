/** The variables of the service and of `petstore`. It is one list, because both read the same environment file. */
export const settingNames = [
  ...['PORT', 'HOST', 'BETA', 'LOG_LEVEL', 'METRICS_PORT', 'METRICS_HOST', 'MAX_CONNECTIONS', 'DRAIN_TIMEOUT'],
  ...['DATABASE_URL', 'DATABASE_URL_FILE', 'DATA_DIR', 'DATABASE_POOL_SIZE', 'DATABASE_STATEMENT_TIMEOUT'],
  ...['CORS_ORIGINS', 'RATE_LIMIT', 'TRUST_PROXY', 'PRODUCTION_URL', 'STAGING_URL', 'WEBHOOK_SECRET', 'ENV_FILE'],
];

/** These, and the variables of psql from which the database driver takes the parts that DATABASE_URL lacks. */
export const knownNames = [
  ...settingNames,
  ...['PGHOST', 'PGPORT', 'PGUSER', 'PGPASSWORD', 'PGPASSFILE', 'PGDATABASE', 'PGSSLMODE', 'PGSSLNEGOTIATION'],
];

/**
 * Returns the variable that an unknown name probably means: the names differ in one letter, in the order of two neighbouring letters,
 * in case, in the characters between words, or in the prefix `PETSTORE_`. A larger difference would include variables of other
 * programs, such as DATABASE_SSL. In names of up to six letters, one letter is already too much: SORT is not PORT, and GHOST is not PGHOST.
 */
export function similarName(unknown: string): string | undefined {
  const letters = lettersOf(unknown.replace(/^PETSTORE_/i, ''));
  return knownNames.find((name) => isSimilar(lettersOf(name), letters));
}

function lettersOf(name: string): string {
  return name.toUpperCase().replace(/[_.-]/g, '');
}

function isSimilar(known: string, other: string): boolean {
  if (known === other) return true;
  let start = 0;
  while (known[start] === other[start]) start += 1;
  const [rest, otherRest] = [known.slice(start), other.slice(start)];
  if (`${rest[1]}${rest[0]}${rest.slice(2)}` === otherRest) return true;
  const isOneLetter =
    rest.slice(1) === otherRest.slice(1) || rest.slice(1) === otherRest || rest === otherRest.slice(1);
  return known.length > 6 && isOneLetter;
}
