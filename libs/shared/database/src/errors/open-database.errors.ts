import { OperatorError, redactSecrets } from '@petstore/operations';
import { DatabaseUnavailable } from './database.errors.ts';
import type { StatementError } from './statement-outcome.ts';

/** The server's version is too old, its encoding is not UTF8, or a setting would change what the service does. */
export class UnsupportedServer extends OperatorError {}

const pooler = 'a pooler between this program and PostgreSQL';

/** A pooler has opened a transaction that nobody ends, or has ended ours. */
export class UnexpectedTransaction extends UnsupportedServer {
  constructor() {
    super(
      `${pooler} begins or ends transactions by itself, so changes could be lost: connect without it, or change its mode ` +
        "(pgpool-II: backend_clustering_mode = 'streaming_replication', load_balance_mode = off)",
    );
  }
}

/** A pooler sends reads to another server, such as a standby, which may have older data. */
export class ReadsElsewhere extends UnsupportedServer {
  constructor() {
    super(
      `${pooler} sends reads to another server than changes, so older data could be read: connect without it, or let it ` +
        'use only the primary (pgpool-II: load_balance_mode = off)',
    );
  }
}

/** The embedded server could not be started or used. */
export class EmbeddedPostgresFailed extends OperatorError {}

/** The service could not connect to PostgreSQL, or lost the connection while it opened the database. */
export class DatabaseUnreachable extends OperatorError {
  constructor(cause: unknown) {
    super(`the database cannot be reached: ${describeCauses(cause)}`, { cause });
  }
}

/** The server is a standby, or a pooler or proxy leads to one. The service may be used after the promotion of the standby. */
export class DatabaseIsStandby extends OperatorError {
  constructor() {
    super('the database is a standby, and the service uses only the primary: DATABASE_URL must lead to the primary');
  }
}

/** SQLSTATE insufficient_privilege. From PostgreSQL 15, only the owner of a database may create tables in its schema `public`. */
const insufficientPrivilege = '42501';

const ownerNeeded =
  '. Migrations need the owner of the database: run "ALTER DATABASE <database> OWNER TO <user>" as an administrator, ' +
  'or "petstore migrate" as the owner';

/** The user of the database lacks a right that a command needs. */
export class RightMissing extends OperatorError {
  constructor(cause: Error) {
    const remedy = 'use the address of the owner of the database in DATABASE_URL, or grant the right to this user';
    super(`${describeCauses(cause)}: ${remedy}`, { cause });
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

/** PostgreSQL has refused a statement of a command, or did not answer. The message is the reason. */
class StatementFailed extends OperatorError {
  constructor(cause: unknown) {
    super(`the database has failed: ${describeCauses(cause)}`, { cause });
  }
}

/** Returns the error of a statement of a command as an error for the operator; undefined if it is no error of a statement. */
export function statementFailure(error: unknown): OperatorError | undefined {
  if (error instanceof OperatorError) return error;
  if (isRightMissing(error)) return new RightMissing(error as Error);
  const isOfStatement =
    error instanceof DatabaseUnavailable || (error as Partial<StatementError>).outcome !== undefined;
  return isOfStatement ? new StatementFailed(error) : undefined;
}

/** Throws the error of a statement of a command as an error for the operator. Other errors stay as they are. */
export function rethrowStatementFailure(error: unknown): never {
  throw statementFailure(error) ?? error;
}

function isRightMissing(error: unknown): boolean {
  return (error as { code?: unknown }).code === insufficientPrivilege;
}

/** Migrations are pending, and the program must not run them. */
export class SchemaOutdated extends OperatorError {
  /** @param migrations names of the pending migrations */
  constructor(migrations: readonly string[]) {
    super(`the schema of the database is not up to date: run "petstore migrate" (pending: ${migrations.join(', ')})`);
  }
}

/** A migration failed, or the service could not read which migrations are pending. The transaction was rolled back. */
export class MigrationFailed extends OperatorError {
  constructor(cause: unknown) {
    const remedy = isRightMissing(cause) ? ownerNeeded : '';
    super(`the schema cannot be brought up to date: ${describeCauses(cause)}${remedy}`, { cause });
  }
}

/** The migrations got no locks, because other sessions held them. Nothing was changed. */
export class MigrationBlocked extends OperatorError {
  /** @param milliseconds for which the locks were tried @param sessions the sessions that held them last */
  constructor(milliseconds: number, sessions: string, cause: unknown) {
    super(
      `the schema cannot be brought up to date: other sessions held its locks for ${milliseconds / 1_000} s: ` +
        `${sessions || describeCauses(cause)}. Wait until they end, or end them with "SELECT pg_terminate_backend(<pid>)", and try again`,
      { cause },
    );
  }
}

/**
 * Returns a function for a promise's `catch` that throws the error as an OperatorError. An OperatorError stays unchanged, because
 * its message is already for the operator.
 */
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
