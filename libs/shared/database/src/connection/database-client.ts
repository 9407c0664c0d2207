import { hash } from 'node:crypto';
import type { Duplex } from 'node:stream';
import pg from 'pg';
import { UnexpectedTransaction } from '../errors/operator.errors.ts';
import {
  isNameRefused,
  isOutdated,
  outcomeOf,
  sqlState,
  withOutcome,
  type StatementError,
} from '../errors/statement-outcome.ts';

/** pg's error message if there is no response to a statement within `query_timeout`. */
export const unanswered = 'Query read timeout';

/**
 * What is sent for the statement with which TypeORM begins a transaction. The isolation level is in it, because a pooler can ignore
 * the setting of the session, and TypeORM would send the level in another statement.
 */
const begin = { received: 'START TRANSACTION', sent: 'START TRANSACTION ISOLATION LEVEL READ COMMITTED' };

/** The statements with which TypeORM ends a transaction. */
const ends = ['COMMIT', 'ROLLBACK'];

/**
 * Most texts of statements that a connection gives a name, because PostgreSQL keeps each prepared one in memory. The service has fewer, as long
 * as no text depends on the length of a list.
 */
export const maxNamedTexts = 100;

type Listener = (chunk: Buffer) => void;

/** The method of pg's connection that connects a stream to the parser. The types of pg lack it. */
interface ParsedConnection {
  attachListeners(stream: { on(event: string, listener: Listener): unknown }): void;
}

/** Settings of a client that those of pg lack. */
export interface ClientSettings extends pg.ClientConfig {
  /** Of all clients of a pool. */
  readonly prepared: PreparedStatements;
}

/** Whether statements have names. */
export interface PreparedStatements {
  /** A pooler can lead each statement to another session, which knows other names. */
  areKept: boolean;
}

/**
 * A client that gives each error the outcome of its statement, and closes its connection if it is unusable. Without this, pg's
 * pool would give the unusable connection to the next caller. A statement also fails if the status of the transaction after it is
 * not ours: a pooler can begin a transaction that nobody commits.
 *
 * A statement with parameters has a name, so that PostgreSQL plans it only once. If PostgreSQL refuses the name, it has executed nothing, and the
 * client executes the statement without a name.
 */
export class DatabaseClient extends pg.Client {
  /** Whether PostgreSQL has refused a name. The session may keep other outdated statements, so nobody should use it again. */
  hasRefusedName = false;

  /** Whether the statements of the next transaction have names. After a refused name, the transaction has failed, and the caller must repeat it. */
  repeatsTransaction = false;

  /** Whether the last statement began a transaction, or was a part of one. */
  private isInTransaction = false;

  private readonly prepared: PreparedStatements;
  /** The name of the prepared statement by its text. It is empty if the text was executed only once. */
  private readonly names = new Map<string, string>();

  constructor(config: ClientSettings) {
    super(config);
    this.prepared = config.prepared;
    destroyOnParserError(this.connection);
    // Before pg's own listener, which would report success. The error closes the connection.
    this.connection.on('readyForQuery', ({ status }: { status: string }) => {
      if ((status === 'I') === this.isInTransaction) throw new UnexpectedTransaction();
    });
    // Without a listener, the event would end the process. A pool removes its listener before the caller gets the client, and
    // the server may end the session in between. Then the next statement fails.
    this.on('error', () => undefined);
    // pg leaves the socket open if it cannot begin the session, for example because the password is missing, or if the server
    // refuses the session without closing the socket.
    const destroy = () => this.connection.stream.destroy();
    this.connection.on('error', destroy);
    this.connection.on('errorMessage', destroy);
    this.connection.once('readyForQuery', () => this.connection.off('errorMessage', destroy));
  }

  /** Closes the connection without waiting for the server, which may not answer. A pool then does not use the client any more. */
  fail(reason: Error): void {
    this.connection.emit('error', reason);
  }

  override query(...parameters: unknown[]): never {
    if (parameters[0] === begin.received) [parameters[0], this.isInTransaction] = [begin.sent, true];
    else if (ends.includes(parameters[0] as string)) this.isInTransaction = this.repeatsTransaction = false;
    const [config, values, callback] = parameters;
    const isPlain = typeof config === 'string' && typeof values !== 'function' && callback === undefined;
    const result: unknown = isPlain
      ? this.execute(config, values as unknown[] | undefined)
      : super.query(...(parameters as [string]));
    return result as never;
  }

  private execute(text: string, values: unknown[] = []): Promise<pg.QueryResult> {
    return new Promise((resolve, reject) => {
      // pg does not report an error if it writes to an ended stream.
      if (!this.connection.stream.writable) throw withOutcome(new Error('the connection has ended'), 'not sent');
      const send = (name: string) =>
        // With a callback, pg creates no promise of its own.
        super.query({ name, text, values }, (error: Error | null, result) => {
          if (error && name && this.isRefused(error) && !this.isInTransaction) send('');
          else if (error) reject(this.failed(error));
          // PostgreSQL answers COMMIT with ROLLBACK if a statement of the transaction has failed.
          else if (text === 'COMMIT' && result.command !== text) reject(this.failed(new Error('it was rolled back')));
          else resolve(result);
        });
      send(this.nameOf(text, values));
    });
  }

  /**
   * Returns the name of a statement, empty if it is not to be prepared. It is empty the first time, because preparing a statement that is
   * never repeated costs only memory. It is a hash of the text: behind a pooler, another client may have prepared the statement of the same
   * name.
   */
  private nameOf(text: string, values: readonly unknown[]): string {
    const isNamed = this.prepared.areKept && !this.hasRefusedName && (!this.isInTransaction || this.repeatsTransaction);
    if (!isNamed || values.length === 0) return '';
    const known = this.names.get(text);
    if (known) return known;
    const isNew = known === undefined;
    if (isNew && this.names.size >= maxNamedTexts) return '';
    const name = isNew ? '' : `petstore_${hash('sha256', text, 'base64url')}`;
    this.names.set(text, name);
    return name;
  }

  /** Whether PostgreSQL has refused the name of the statement. */
  private isRefused(error: Error): boolean {
    if (!isNameRefused(error)) return false;
    this.hasRefusedName = true;
    // An outdated statement says nothing about the next session.
    if (!isOutdated(error)) this.prepared.areKept = false;
    return true;
  }

  private failed(cause: Error): StatementError {
    const error = withOutcome(cause, outcomeOf(cause));
    if (isConnectionUnusable(error)) this.fail(error);
    return error;
  }
}

/** Whether the next statement on this connection would fail too, or could get the answer of this one. */
function isConnectionUnusable(error: StatementError): boolean {
  return error.outcome === 'unknown' || error.code === sqlState.readOnly;
}

/** Destroys the stream if pg's parser or a handler of its messages throws. pg would throw an uncaught exception. */
function destroyOnParserError(connection: pg.Connection): void {
  const parsed = connection as unknown as ParsedConnection;
  const attach = parsed.attachListeners.bind(connection);
  // pg calls `attachListeners` with the plain or with the encrypted stream.
  parsed.attachListeners = (stream) => {
    const guarded = (listener: Listener) => (chunk: Buffer) => {
      try {
        listener(chunk);
      } catch (error) {
        (stream as Duplex).destroy(error as Error);
      }
    };
    attach({ on: (event, listener) => stream.on(event, guarded(listener)) });
  };
}
