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
  callback: Callback;
  submit(connection: WireConnection): Error | null;
  handleError(error: Error, connection: WireConnection): void;
}

const DriverQuery = pg.Query as unknown as new (config: unknown, values?: unknown) => DriverQuery;

/**
 * The SQLSTATE of an error that can be PostgreSQL's word about a statement. PostgreSQL sends one with every error; the errors
 * of pg's parser have none. Class 08 is a proxy's word about its own connection to PostgreSQL.
 */
const sqlState = /^(?!08)[0-9A-Z]{5}$/;

/**
 * A statement that knows whether it was sent, and whether PostgreSQL rejected it. It fails with PostgreSQL's error only
 * after ReadyForQuery, or after the end of the connection: an ERROR is followed by the first, FATAL and PANIC by the second.
 * The severity cannot tell them apart, because pg exposes the translated one. If neither comes, pg's `query_timeout` ends
 * the wait.
 */
export class TrackedQuery extends DriverQuery {
  /** The connection that it was sent on. */
  connection: WireConnection | undefined;
  private isRejected = false;

  get failure(): StatementFailure {
    if (!this.connection) return 'not sent';
    return this.isRejected ? 'rejected' : 'unknown';
  }

  override submit(connection: WireConnection): Error | null {
    // pg writes nothing to a stream that has ended, and does not say so.
    if (!connection.stream.writable) return new Error('the connection has ended');
    const invalid = super.submit(connection);
    if (!invalid) this.connection = connection;
    return invalid;
  }

  override handleError(error: Error, connection: WireConnection): void {
    if (!isReportedByServer(error)) return super.handleError(error, connection);
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

function isReportedByServer(error: Error): boolean {
  return error instanceof pg.DatabaseError && sqlState.test(error.code ?? '');
}
