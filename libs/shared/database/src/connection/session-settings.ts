import { sessionTimeouts, type DatabaseLimits } from './database-limits.ts';

/**
 * Settings of a session that change what a statement reads or writes, or that end a session, with our values as `pg_settings` shows
 * them. Every session sets them, so that no default of the server, the database or the role changes an answer. `search_path` is not
 * here, because the role chooses the schema. Settings of speed and storage, such as `work_mem` and `default_tablespace`, are the operator's,
 * except `jit`.
 */
export const fixedSettings: Readonly<Record<string, string>> = {
  client_encoding: 'UTF8',
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  bytea_output: 'hex',
  extra_float_digits: '1',
  array_nulls: 'on',
  transform_null_equals: 'off',
  standard_conforming_strings: 'on',
  backslash_quote: 'safe_encoding',
  row_security: 'on',
  exit_on_error: 'off',
  default_transaction_isolation: 'read committed',
  default_transaction_read_only: 'off',
  default_transaction_deferrable: 'off',
  idle_session_timeout: '0',
};

/**
 * Probes of TCP by the server: after 5 s without traffic, every 2 s, three times. So PostgreSQL soon ends the idle session of a host that
 * has failed, and frees its locks. By default, that takes two hours. A session on a Unix socket shows 0, so the start does not check them.
 */
const probes: Readonly<Record<string, string>> = {
  tcp_keepalives_idle: '5',
  tcp_keepalives_interval: '2',
  tcp_keepalives_count: '3',
  tcp_user_timeout: '11000',
};

/**
 * Settings that change no answer, so the start does not check them.
 * - `jit`: PostgreSQL would compile the statement that numbers events, whose costs it overestimates.
 * - `enable_seqscan`: PostgreSQL keeps the plan of a prepared statement. It could keep a plan that reads all of a small table, and follow
 *   it after the table has grown, until it analyzes the table.
 */
const speed: Readonly<Record<string, string>> = { jit: 'off', enable_seqscan: 'off' };

/**
 * Returns the driver's option `options`: the startup parameter with the settings of a session. With this option, the driver
 * ignores PGOPTIONS.
 * @param own options of DATABASE_URL, for example a search_path. PostgreSQL uses the last value of a setting.
 */
export function startupOptions({ statementTimeout }: Pick<DatabaseLimits, 'statementTimeout'>, own = ''): string {
  const settings = Object.entries({ ...fixedSettings, ...probes, ...speed, ...sessionTimeouts(statementTimeout) });
  return [own, ...settings.map(([name, value]) => `-c ${name}=${value.replaceAll(' ', '\\ ')}`)].join(' ').trim();
}
