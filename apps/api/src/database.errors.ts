import type { DatabaseErrorCode } from '@petstore/database';
import { defineErrors, type HttpError } from '@petstore/http/response/http-error';
import { platformErrors, retryHeaders } from '@petstore/http/response/platform-errors';

/** The connection was lost during a statement that changes data. */
export const { outcome_unknown: outcomeUnknown } = defineErrors({
  outcome_unknown: {
    status: 503,
    meaning:
      'The database did not confirm the change, so it may have been made. ' +
      'Repeat the request with its Idempotency-Key to find out.',
    headers: retryHeaders,
  },
});

/** The HTTP error for each error code of the database library. */
export const databaseErrors: Readonly<Record<DatabaseErrorCode, HttpError>> = {
  service_unavailable: platformErrors.service_unavailable,
  outcome_unknown: outcomeUnknown,
};
