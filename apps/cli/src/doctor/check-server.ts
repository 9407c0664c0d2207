import type { ServerFacts } from '@petstore/database';
import { ok, problem, warning, type Finding } from './finding.ts';

/** Milliseconds. Smaller differences are usual without time synchronisation and change no result. */
const maxClockDifference = 5_000;

/** The settings of the service that the facts are compared with. */
export interface ConnectionSettings {
  readonly poolSize: number;
  readonly prepare: boolean;
}

const needsOwner =
  'run "petstore migrate" as the owner of the database, or "ALTER DATABASE <database> OWNER TO <user>" as an administrator';

/** Compares the facts of a server with what the service needs. */
export function checkServer(facts: ServerFacts, settings: ConnectionSettings): Finding[] {
  return [
    ok('connection', `PostgreSQL ${facts.version} responds in ${Math.ceil(facts.responseTime)} ms`),
    checkPooler(facts, settings),
    checkMigrations(facts),
    checkWrites(facts),
    checkDurability(facts),
    checkConnections(facts, settings),
    checkClock(facts),
  ].flat();
}

function checkPooler({ isPooled }: ServerFacts, { prepare }: ConnectionSettings): Finding[] {
  if (!isPooled) return [];
  const remedy =
    'in transaction mode, run "petstore migrate" with a direct connection' +
    (prepare ? ', and set DATABASE_PREPARE=off if the pooler cannot keep prepared statements' : '');
  return [
    warning('pooler', 'the connection goes through a pooler: the values below can be those of one session', remedy),
  ];
}

function checkMigrations({ pendingMigrations: names, canCreateTables, isReadOnly }: ServerFacts): Finding {
  if (names.length === 0) return ok('migrations', 'the schema is up to date');
  const message = `${names.length} pending: ${names.join(', ')}`;
  if (!canCreateTables && !isReadOnly)
    return problem('migrations', `${message}; the role may not create tables`, needsOwner);
  return warning('migrations', message, 'run "petstore migrate", or start the service, which runs them');
}

function checkWrites({ isStandby, isReadOnly, missingRights, role }: ServerFacts): Finding {
  if (isStandby) {
    return problem('write access', 'the server is a standby, which refuses writes', 'set DATABASE_URL to the primary');
  }
  if (isReadOnly) {
    const remedy = 'turn default_transaction_read_only off for the role, the database and the server';
    return problem('write access', 'transactions are read-only', remedy);
  }
  if (missingRights.length > 0) {
    const remedy = `GRANT these rights to ${role}, or use the role that owns the tables`;
    return problem('write access', `the role ${role} lacks ${missingRights.join(', ')}`, remedy);
  }
  return ok('write access', `the role ${role} can read and write`);
}

function checkDurability({ synchronousCommit }: ServerFacts): Finding {
  const message = `synchronous_commit is ${synchronousCommit}`;
  if (synchronousCommit !== 'off') return ok('durability', message);
  return problem(
    'durability',
    `${message}: a crash of PostgreSQL loses creates that were answered with 201`,
    'set synchronous_commit = on for the role, the database and the server',
  );
}

function checkConnections({ maxConnections, usedConnections }: ServerFacts, { poolSize }: ConnectionSettings): Finding {
  const message = `DATABASE_POOL_SIZE is ${poolSize}; the role can open ${maxConnections}; the server has ${usedConnections} now`;
  if (poolSize > maxConnections) {
    return problem(
      'connections',
      message,
      'lower DATABASE_POOL_SIZE, or raise max_connections or the limit of the role',
    );
  }
  if (poolSize + usedConnections > maxConnections) {
    return warning(
      'connections',
      `${message}: one more instance can need more than are free`,
      'lower DATABASE_POOL_SIZE',
    );
  }
  return ok('connections', message);
}

function checkClock({ clockDifference }: ServerFacts): Finding {
  const seconds = Math.abs(clockDifference / 1_000).toFixed(1);
  if (Math.abs(clockDifference) <= maxClockDifference)
    return ok('clock', `differs by ${seconds} s from the database's`);
  const direction = clockDifference > 0 ? 'behind' : 'ahead of';
  return warning(
    'clock',
    `is ${seconds} s ${direction} the database's: times of the log and of the database do not match`,
    'synchronise both clocks (NTP)',
  );
}
