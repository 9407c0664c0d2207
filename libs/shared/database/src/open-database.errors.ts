import { OperatorError, redactSecrets } from '@petstore/settings';
import { DatabaseUnavailable } from './database.errors.ts';

/** The server can be reached, but its version is too old or its encoding is not UTF8. */
export class UnsupportedDatabase extends OperatorError {}

/** The embedded server could not be started or used. */
export class EmbeddedPostgresFailed extends OperatorError {}

/** The connection could not be opened, or was lost. */
export class DatabaseUnreachable extends OperatorError {
  constructor(cause: unknown) {
    super(`the database cannot be reached: ${describeCauses(cause)}`, { cause });
  }
}

/** A migration failed and was rolled back, for example because the user must not create tables. */
export class SchemaNotUpToDate extends OperatorError {
  constructor(cause: unknown) {
    super(`the schema cannot be brought up to date: ${describeCauses(cause)}`, { cause });
  }
}

/** For a promise's `catch`: throws the failure as an OperatorError with a message of one line. */
export function rethrowAs(Failure: new (cause: unknown) => OperatorError): (cause: unknown) => never {
  return (cause) => {
    throw new Failure(cause);
  };
}

/** The messages of the causes in one line, without secrets. */
export function describeCauses(cause: unknown): string {
  const reasons: unknown[] = cause instanceof AggregateError ? cause.errors : [cause];
  return redactSecrets(reasons.map(messageOf).join('; '));
}

/** Prefers the driver's message, because it is more specific than DatabaseUnavailable's. */
function messageOf(reason: unknown): string {
  if (reason instanceof DatabaseUnavailable && reason.cause) return messageOf(reason.cause);
  return reason instanceof Error ? reason.message : String(reason);
}
