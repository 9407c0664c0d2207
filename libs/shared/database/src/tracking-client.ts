import pg from 'pg';
import { closeOnProtocolError } from './close-on-protocol-error.ts';
import { isUnusablePreparedStatement, recordFailure } from './statement-failure.ts';
import { TrackedQuery } from './tracked-query.ts';

/** SQLSTATE read_only_sql_transaction: the server is no longer the primary. A new connection may reach the new one. */
const readOnly = '25006';

/** pg's error message if there is no response to a statement within `query_timeout`. */
const unanswered = 'Query read timeout';

/** Event of a client that got no response to a statement. Argument: time at which it was sent (`performance.now()`). */
export const unansweredEvent = 'unanswered';

/**
 * A client that records a StatementFailure for each error, and closes its connection if it is unusable. Without this, pg's pool
 * would give the unusable connection to the next caller.
 */
export class TrackingClient extends pg.Client {
  /** Time of the server's last ReadyForQuery (`performance.now()`); -Infinity before the session starts. */
  private answeredAt = -Infinity;

  constructor(config?: string | pg.ClientConfig) {
    super(config);
    closeOnProtocolError(this.connection);
    // Without a listener, the event would end the process. A pool removes its listener before the caller gets the client, and
    // the server may end the session in between. Then the next statement fails.
    this.on('error', () => undefined);
    // pg leaves the socket open if it fails to connect, for example because the password is missing, and if the server
    // refuses the session without closing the socket.
    this.connection.on('error', () => this.connection.stream.destroy());
    this.connection.on('errorMessage', () => {
      if (this.answeredAt === -Infinity) this.connection.stream.destroy();
    });
    this.connection.on('readyForQuery', () => (this.answeredAt = performance.now()));
  }

  /** Makes the connection fail with the error unless the server has answered since `moment` (`performance.now()`). */
  closeUnlessAnsweredSince(moment: number, error: Error): void {
    if (this.answeredAt < moment) this.connection.emit('error', error);
  }

  override query(...parameters: unknown[]): never {
    const [config, values, callback] = parameters;
    const isPlain = typeof values !== 'function' && callback === undefined && !(config as pg.Submittable)?.submit;
    const result: unknown = isPlain ? this.track(config, values) : super.query(...(parameters as [string]));
    return result as never;
  }

  private async track(config: unknown, values: unknown): Promise<pg.QueryArrayResult> {
    const query = new TrackedQuery(config, values);
    try {
      return await new Promise((resolve, reject) => {
        query.callback = (error, result) => (error ? reject(error) : resolve(result));
        super.query(query as unknown as pg.Submittable);
      });
    } catch (thrown) {
      const error = thrown as Error & { code?: string };
      // Replaces the stack of the driver, which contains only frames of the socket.
      Error.captureStackTrace(error);
      recordFailure(error, query.failure);
      if (isConnectionUnusable(query, error)) {
        // Destroys the stream without waiting for `end`, because the server may not answer.
        void this.end().catch(() => undefined);
        this.connection.stream.destroy();
      }
      if (error.message === unanswered) this.emit(unansweredEvent, query.sentAt);
      throw error;
    }
  }
}

/** Whether the next statement on this connection would fail too, or could get the answer of this one. */
function isConnectionUnusable({ failure, name }: TrackedQuery, error: Error & { code?: string }): boolean {
  if (failure === 'unknown' || error.code === readOnly) return true;
  return name !== undefined && isUnusablePreparedStatement(error);
}
