import pg from 'pg';
import type { StatementFailure } from './statement-failure.ts';

/** pg's query with the members that the types of pg lack. */
interface DriverQuery {
  /** Name of the prepared statement, if it is one. */
  readonly name: string | undefined;
  callback: (error: Error | undefined, result: pg.QueryArrayResult) => void;
  submit(connection: pg.Connection): Error | null;
  handleError(error: Error, connection: pg.Connection): void;
}

const DriverQuery = pg.Query as unknown as new (config: unknown, values?: unknown) => DriverQuery;

/** PostgreSQL sends a SQLSTATE with every error. Errors of pg's parser have none. */
const sqlState = /^[0-9A-Z]{5}$/;

/**
 * SQLSTATE classes and codes that a server or a pooler sends about a connection or about itself. The statement may have been
 * executed: a pooler that loses its server after COMMIT sends one of these codes, then ReadyForQuery. They are connection
 * exceptions (08, 28, 3D, 53300), timeouts and shutdown of a session (25P03, 25P04, 57P01 to 57P05), system and server errors
 * (58, F0, XX), and statement_completion_unknown (40003).
 */
const connectionSqlStates = /^(?:08|28|3D|53300|25P03|25P04|57P|58|F0|XX|40003)/;

/** Severities that end a session. Some poolers send ReadyForQuery after them. */
const endOfSession = /^(?:FATAL|PANIC)$/;

/**
 * pg's query that records whether it was sent and whether PostgreSQL rejected it. After an error about the statement it waits
 * for ReadyForQuery, which follows an ERROR, or for the end of the connection, which follows FATAL and PANIC. The severity is
 * not enough, because PostgreSQL translates it. If neither arrives, pg's `query_timeout` ends the wait.
 */
export class TrackedQuery extends DriverQuery {
  /** Time of `performance.now()`; -Infinity until the statement is sent. */
  sentAt = -Infinity;
  /** The StatementFailure to record if the statement fails now. */
  failure: StatementFailure = 'not sent';
  /** Milliseconds; replaces the timeout of the connection. pg reads this member. */
  readonly query_timeout: number | undefined;

  constructor(config: unknown, values?: unknown) {
    super(config, values);
    this.query_timeout = (config as { query_timeout?: number } | undefined)?.query_timeout;
  }

  override submit(connection: pg.Connection): Error | null {
    // pg does not report an error if it writes to an ended stream.
    if (!connection.stream.writable) return new Error('the connection has ended');
    const sentAt = performance.now();
    const invalid = super.submit(connection);
    if (!invalid) [this.sentAt, this.failure] = [sentAt, 'unknown'];
    return invalid;
  }

  override handleError(error: Error, connection: pg.Connection): void {
    if (!isAboutStatement(error)) return super.handleError(error, connection);
    const settle = (failure: StatementFailure) => {
      connection.off('readyForQuery', onReady).off('end', onEnd);
      this.failure = failure;
      super.handleError(error, connection);
    };
    const onReady = () => settle('rejected');
    const onEnd = () => settle('unknown');
    connection.once('readyForQuery', onReady).once('end', onEnd);
  }
}

function isAboutStatement(error: Error): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  const { code = '', severity = '' } = error;
  return sqlState.test(code) && !connectionSqlStates.test(code) && !endOfSession.test(severity);
}
