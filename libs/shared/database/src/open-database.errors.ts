import { OperatorError } from '@petstore/settings';
import { describeCauses } from './describe-causes.ts';

/** The server's version is too old, or its encoding is not UTF8. */
export class UnsupportedServer extends OperatorError {}

/** The embedded server could not be started or used. */
export class EmbeddedPostgresFailed extends OperatorError {}

/** The service could not connect to PostgreSQL, or lost the connection while it opened the database. */
export class DatabaseUnreachable extends OperatorError {
  constructor(cause: unknown) {
    super(`the database cannot be reached: ${describeCauses(cause)}`, { cause });
  }
}

/**
 * A migration failed and was rolled back, or the service could not read which migrations are pending. An example of a cause is
 * a user without the privilege to create tables.
 */
export class MigrationFailed extends OperatorError {
  constructor(cause: unknown) {
    super(`the schema cannot be brought up to date: ${describeCauses(cause)}`, { cause });
  }
}
