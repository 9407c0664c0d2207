import type { ClientBase } from 'pg';
import { OperatorError } from '@petstore/operations';
import type { DataSource, EntityManager } from 'typeorm';
import { sessionTimeouts, type DatabaseLimits } from './database-limits.ts';
import {
  DatabaseUnreachable,
  pooler,
  rethrowAs,
  UnexpectedTransaction,
  UnsupportedServer,
} from '../errors/operator.errors.ts';
import type { StatementError } from '../errors/statement-outcome.ts';
import { fixedSettings } from './session-settings.ts';

const minMajorVersion = 15;

/**
 * Settings that a session leaves to the operator, with the values that the service proposes. The start refuses only the values that
 * the comments name, see `accepted`.
 */
const checkedSettings: Readonly<Record<string, string>> = {
  // With `off`, PostgreSQL could lose acknowledged changes.
  synchronous_commit: 'on',
  // With `replica`, the trigger that raises the version of an animal would not run. Only a superuser may set it.
  session_replication_role: 'origin',
};

/** Settings of which several values change nothing for the service. */
const accepted: Readonly<Record<string, RegExp>> = {
  // The order of day and month is that of ambiguous input. The driver writes times in ISO 8601.
  DateStyle: /^ISO,/,
  TimeZone: /^(?:Etc\/)?(?:UTC|GMT)$/,
  synchronous_commit: /^(?!off$)/,
  session_replication_role: /^(?!replica$)/,
};

/** Checks the version and the encoding of the server, and the settings of a session. @throws UnsupportedServer, DatabaseUnreachable */
export async function requireSupportedServer(dataSource: DataSource, limits: DatabaseLimits): Promise<void> {
  const [server] = await dataSource
    .query<{ version: number; name: string; encoding: string }[]>(
      `SELECT current_setting('server_version_num')::int / 10000 AS version, current_setting('server_version') AS name,
            current_setting('server_encoding') AS encoding`,
    )
    .catch(rethrowAs(DatabaseUnreachable));
  const { version, name, encoding } = server!;
  if (version < minMajorVersion)
    throw new UnsupportedServer(`the database is PostgreSQL ${name}; ${minMajorVersion} or newer is needed`);
  if (encoding !== 'UTF8') throw new UnsupportedServer(`the database's encoding is ${encoding}; UTF8 is needed`);
  const timeouts = sessionTimeouts(limits.ofService ?? limits.statementTimeout);
  // A pooler can have ignored the startup parameters.
  const required: Readonly<Record<string, string>> = { ...fixedSettings, ...checkedSettings, ...timeouts };
  const settings = await dataSource
    .query<{ name: string; setting: string; user: string }[]>(
      `SELECT name, setting, pg_catalog.format('%I IN DATABASE %I', session_user, current_database()) AS user
       FROM pg_settings WHERE name = ANY($1::text[]) ORDER BY lower(name)`,
      [Object.keys(required)],
    )
    .catch(rethrowAs(DatabaseUnreachable));
  const wrong = settings.filter(({ name, setting }) => {
    if (limits.ofService && name in timeouts) return Number(setting) === 0;
    return accepted[name] ? !accepted[name].test(setting) : setting !== required[name];
  });
  if (wrong.length === 0) return;
  const found = wrong.map(({ name, setting }) => `${name} is ${setting}`).join('; ');
  const repairs = wrong.map(({ name, user }) => `ALTER ROLE ${user} SET ${name} = '${required[name]}'`).join('; ');
  throw new UnsupportedServer(
    `the settings of the database's sessions would change what the service does: ${found}. Run "${repairs}", and close the ` +
      'open connections of a pooler',
  );
}

/** Inserts nothing. It has a parameter, because pgpool-II in raw mode begins a transaction only before such a statement. */
const noChange = 'INSERT INTO idempotency_keys SELECT * FROM idempotency_keys WHERE $1::boolean';

/**
 * Checks that nobody begins or ends transactions between this program and PostgreSQL, with a change outside of a transaction and one in it.
 * @throws UnexpectedTransaction, DatabaseUnreachable
 */
export async function requireOwnTransactions(dataSource: DataSource): Promise<void> {
  const change = (manager: EntityManager) => manager.query(noChange, [false]);
  try {
    await change(dataSource.manager);
    await dataSource.transaction(change);
  } catch (error) {
    const { driverError, outcome } = error as Partial<StatementError> & { driverError?: unknown };
    if (driverError instanceof UnexpectedTransaction) throw driverError;
    // The role may lack the right, the table may be locked.
    if (outcome !== 'rejected') rethrowAs(DatabaseUnreachable)(error);
  }
}

/** Ends `transaction_timeout`, which PostgreSQL before 17 would refuse as a startup parameter. */
const noTransactionTimeout = `CASE WHEN pg_catalog.current_setting('transaction_timeout', true) <> '0'
  THEN pg_catalog.set_config('transaction_timeout', '0', false) END`;

/** Identifies the server, also if a pooler changes the connection. No function in it is volatile, so a load balancer sends it anywhere. */
const server = 'pg_catalog.pg_postmaster_start_time()::text AS server';

/** A load balancer sends it to the primary, because its functions are volatile. The last column must be `standby`, see `claimPrimary`. */
const primary = `SELECT ${noTransactionTimeout}, ${server}, pg_catalog.pg_is_in_recovery() AS standby`;

/**
 * Checks that the server is not a standby, that reads are executed by the same server, and ends the role's limit for transactions. A
 * standby answers reads with older data, so that a client would not read its own writes, and a revoked API key would stay valid.
 * @throws OperatorError, UnsupportedServer if a pooler sends reads to another server, or the error of the statement
 */
export async function requirePrimary(client: Pick<ClientBase, 'query'>): Promise<void> {
  const ask = async (statement: string) =>
    (await client.query<{ server: string; standby?: boolean }>(statement)).rows[0];
  const asked = await ask(primary);
  if (asked?.standby !== false) {
    throw new OperatorError(
      'the database is a standby, and the service uses only the primary: DATABASE_URL must lead to the primary',
    );
  }
  if ((await ask(`SELECT ${server}`))?.server === asked.server) return;
  // The primary may have changed between the two statements.
  if ((await ask(primary))?.server === asked.server) {
    throw new UnsupportedServer(
      `${pooler} sends reads to another server than changes, so older data could be read: connect without it, or let it ` +
        'use only the primary (pgpool-II: load_balance_mode = off)',
    );
  }
  await requirePrimary(client);
}
