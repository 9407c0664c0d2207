import { OperatorError, redactSecrets } from '@petstore/settings';
import { DatabaseUnavailable } from './database.errors.ts';

/** The server is there and no use: too old, or of another encoding. */
export class UnsuitableDatabase extends OperatorError {}

/** No connection came about, or it was lost. */
export class DatabaseUnreachable extends OperatorError {
  constructor(cause: unknown) {
    super(`the database cannot be reached: ${reasonsOf(cause)}`, { cause });
  }
}

/** A migration failed, and nothing of it is left: the user may not create tables, or the schema is not as it was left. */
export class SchemaNotUpToDate extends OperatorError {
  constructor(cause: unknown) {
    super(`the schema cannot be brought up to date: ${reasonsOf(cause)}`, { cause });
  }
}

/** For a promise's `catch`: throws the failure as one that an operator is told in a line. */
export function fail(Failure: new (cause: unknown) => OperatorError): (cause: unknown) => never {
  return (cause) => {
    throw new Failure(cause);
  };
}

/** In one line, without secrets. */
export function reasonsOf(cause: unknown): string {
  const reasons: unknown[] = cause instanceof AggregateError ? cause.errors : [cause];
  return redactSecrets(reasons.map(messageOf).join('; '));
}

/** To an operator, the driver's reason says more than that the database is unavailable. */
function messageOf(reason: unknown): string {
  if (reason instanceof DatabaseUnavailable && reason.cause) return messageOf(reason.cause);
  return reason instanceof Error ? reason.message : String(reason);
}
