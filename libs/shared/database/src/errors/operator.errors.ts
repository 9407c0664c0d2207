import { OperatorError, redactSecrets } from '@petstore/operations';
import { DatabaseUnavailable } from './database.errors.ts';
import { sqlState, type StatementError } from './statement-outcome.ts';

/** The server, or a pooler before it, would change what the service does. Waiting does not help. */
export class UnsupportedServer extends OperatorError {}

export const pooler = 'a pooler between this program and PostgreSQL';

/** A pooler has opened a transaction that nobody ends, or has ended ours. */
export class UnexpectedTransaction extends UnsupportedServer {
  constructor() {
    super(
      `${pooler} begins or ends transactions by itself, so changes could be lost: connect without it, or change its mode ` +
        "(pgpool-II: backend_clustering_mode = 'streaming_replication', load_balance_mode = off)",
    );
  }
}

/** The embedded server could not be started or used. */
export class EmbeddedPostgresFailed extends OperatorError {}

/** There is no connection to PostgreSQL, or it was lost while the database was opened. */
export class DatabaseUnreachable extends OperatorError {
  constructor(cause: unknown) {
    super(`the database cannot be reached: ${describeCauses(cause)}`, { cause });
  }
}

/** A migration failed and was rolled back, or the pending migrations could not be read. */
export class MigrationFailed extends OperatorError {
  constructor(cause: unknown) {
    // From PostgreSQL 15, only the owner of a database may create tables in its schema `public`.
    const remedy = isRightMissing(cause)
      ? '. Migrations need the owner of the database: run "ALTER DATABASE <database> OWNER TO <user>" as an administrator, ' +
        'or "petstore migrate" as the owner'
      : '';
    super(`the schema cannot be brought up to date: ${describeCauses(cause)}${remedy}`, { cause });
  }
}

/** The new ids of an insert belong to other rows. Nothing was stored. */
export class IdsTaken extends OperatorError {
  /** @param draws how many ids were drawn */
  constructor(table: string, draws: number, cause?: unknown) {
    super(
      `${draws} new ids in a row were taken, because the sequence of the table ${table} is behind its table: run "petstore migrate"`,
      { cause },
    );
  }
}

/** Returns the error of a statement of a command as an error for the operator; undefined if it is no error of a statement. */
export function statementFailure(error: unknown): OperatorError | undefined {
  if (error instanceof OperatorError) return error;
  if (isRightMissing(error))
    return new OperatorError(
      `${describeCauses(error)}: use the address of the owner of the database in DATABASE_URL, or grant the right to this user`,
      { cause: error },
    );
  const isOfStatement =
    error instanceof DatabaseUnavailable || (error as Partial<StatementError>).outcome !== undefined;
  return isOfStatement
    ? new OperatorError(`the database has failed: ${describeCauses(error)}`, { cause: error })
    : undefined;
}

function isRightMissing(error: unknown): boolean {
  return (error as { code?: unknown }).code === sqlState.insufficientPrivilege;
}

/** Returns a function for a promise's `catch` that throws the error as an OperatorError. An OperatorError stays unchanged. */
export function rethrowAs(Failure: new (cause: unknown) => OperatorError): (cause: unknown) => never {
  return (cause) => {
    throw cause instanceof OperatorError ? cause : new Failure(cause);
  };
}

/** Returns the messages of the causes in one line, without secrets. */
export function describeCauses(cause: unknown): string {
  const reasons: unknown[] = cause instanceof AggregateError ? cause.errors : [cause];
  return redactSecrets(reasons.map(messageOf).join('; ')).replace(/\s*\n\s*/g, ' ');
}

/** Messages of the driver that do not say what is wrong, and the messages that replace them. */
const clearMessages: Readonly<Record<string, string>> = {
  'timeout expired': 'the server did not answer in time',
  'Connection terminated unexpectedly': 'the server closed the connection',
};

/** Prefers the driver's message, because it is more specific than the message of DatabaseUnavailable. */
function messageOf(reason: unknown): string {
  if (reason instanceof DatabaseUnavailable && reason.cause) return messageOf(reason.cause);
  const message = reason instanceof Error ? reason.message : String(reason);
  return clearMessages[message] ?? message;
}
