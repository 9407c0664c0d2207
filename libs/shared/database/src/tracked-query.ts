import type { EventEmitter } from 'node:events';
import type { Duplex } from 'node:stream';
import pg from 'pg';
import type { StatementFailure } from './statement-failure.ts';

type Callback = (error: Error | undefined, result: pg.QueryArrayResult) => void;

/** pg's connection, as its queries use it. */
export interface WireConnection extends EventEmitter {
  readonly stream: Duplex;
}

/** pg's own query, with the members that its types leave out. */
interface DriverQuery {
  /** Of a prepared statement. */
  readonly name: string | undefined;
  callback: Callback;
  submit(connection: WireConnection): Error | null;
  handleError(error: Error, connection: WireConnection): void;
}

const DriverQuery = pg.Query as unknown as new (config: unknown, values?: unknown) => DriverQuery;

/** PostgreSQL sends a SQLSTATE with every error; the errors of pg's parser have none. */
const sqlState = /^[0-9A-Z]{5}$/;

/**
 * SQLSTATE classes and codes that a server or a pooler sends about a connection or about itself. They do not say what became
 * of the statement: a pooler that loses its server after COMMIT sends one of them, and then ReadyForQuery. Connection
 * exceptions (08, 28, 3D, 53300), time limits and shutdown of a session (25P03, 25P04, 57P01 to 57P05), errors of the system
 * and of the server (58, F0, XX), and statement_completion_unknown (40003).
 */
const aboutConnection = /^(?:08|28|3D|53300|25P03|25P04|57P|58|F0|XX|40003)/;

/** Ends a session. Only some poolers send ReadyForQuery after it. PostgreSQL translates it, poolers do not. */
const endOfSession = /^(?:FATAL|PANIC)$/;

/**
 * A statement that knows whether it was sent, and whether PostgreSQL rejected it. It fails with PostgreSQL's error about it only
 * after ReadyForQuery, or after the end of the connection: an ERROR is followed by the first, FATAL and PANIC by the second.
 * The severity does not always tell them apart, because pg exposes the translated one. If neither comes, pg's
 * `query_timeout` ends the wait.
 */
export class TrackedQuery extends DriverQuery {
  /** The connection that it was sent on. */
  connection: WireConnection | undefined;
  /** When it was sent, by `performance.now()`; -Infinity until then. */
  sentAt = -Infinity;
  private isRejected = false;

  get failure(): StatementFailure {
    if (!this.connection) return 'not sent';
    return this.isRejected ? 'rejected' : 'unknown';
  }

  override submit(connection: WireConnection): Error | null {
    // pg writes nothing to a stream that has ended, and does not say so.
    if (!connection.stream.writable) return new Error('the connection has ended');
    const sentAt = performance.now();
    const invalid = super.submit(connection);
    if (!invalid) [this.connection, this.sentAt] = [connection, sentAt];
    return invalid;
  }

  override handleError(error: Error, connection: WireConnection): void {
    if (!isAboutStatement(error)) return super.handleError(error, connection);
    const settle = (isRejected: boolean) => {
      connection.off('readyForQuery', onReady).off('end', onEnd);
      this.isRejected = isRejected;
      super.handleError(error, connection);
    };
    const onReady = () => settle(true);
    const onEnd = () => settle(false);
    connection.once('readyForQuery', onReady).once('end', onEnd);
  }
}

function isAboutStatement(error: Error): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  const { code = '', severity = '' } = error;
  return sqlState.test(code) && !aboutConnection.test(code) && !endOfSession.test(severity);
}
