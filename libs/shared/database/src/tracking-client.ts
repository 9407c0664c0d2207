import pg from 'pg';
import { destroyOnDamage } from './destroy-on-damage.ts';
import { isUnusablePreparedStatement, recordFailure } from './statement-failure.ts';
import { TrackedQuery } from './tracked-query.ts';

/** SQLSTATE read_only_sql_transaction: the server was demoted, and the next connection may find the new primary. */
const readOnly = '25006';

/** pg's message where a statement got no answer within its `query_timeout`. */
const unanswered = 'Query read timeout';

/** Emitted by a client, with the time when the statement was sent, by `performance.now()`. */
export const unansweredEvent = 'unanswered';

/**
 * A client that records with each failure what the statement can have done, and closes its connection when that cannot be
 * used any more. pg would give such a connection to the next caller.
 */
export class TrackingClient extends pg.Client {
  /** When the server last answered, by `performance.now()`; -Infinity until the session has begun. */
  private answeredAt = -Infinity;

  constructor(config?: string | pg.ClientConfig) {
    super(config);
    destroyOnDamage(this.connection);
    // Without a listener, the event would end the process. A pool removes its own when it gives the client away, and the
    // caller gets the client a moment later: the server may end the session in between. The next statement fails then.
    this.on('error', () => undefined);
    // pg leaves the socket open when it fails to connect for a reason of its own, such as a missing password, and when
    // the server refuses the session without closing it.
    this.connection.on('error', () => this.connection.stream.destroy());
    this.connection.on('errorMessage', () => {
      if (this.answeredAt === -Infinity) this.connection.stream.destroy();
    });
    this.connection.on('readyForQuery', () => (this.answeredAt = performance.now()));
  }

  /** Breaks the connection, as if it had reported the error, unless the server has answered on it since this moment. */
  breakUnlessAnsweredSince(moment: number, error: Error): void {
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
      // Else the stack would begin at the socket, and end there.
      Error.captureStackTrace(error);
      recordFailure(error, query.failure);
      if (isConnectionUnusable(query, error)) this.discard(query);
      if (error.message === unanswered) this.emit(unansweredEvent, query.sentAt);
      throw error;
    }
  }

  /** At once: a server that does not answer would not answer the goodbye either. */
  private discard({ connection }: TrackedQuery): void {
    void this.end().catch(() => undefined);
    connection?.stream.destroy();
  }
}

/** Whether the next statement would fail on this connection, too, or could get the answer of this one. */
function isConnectionUnusable({ failure, name }: TrackedQuery, error: Error & { code?: string }): boolean {
  if (failure === 'unknown' || error.code === readOnly) return true;
  return name !== undefined && isUnusablePreparedStatement(error);
}
