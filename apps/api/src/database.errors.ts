import type { DatabaseErrorCode } from '@petstore/database';
import { defineErrors, type HttpError } from '@petstore/http/response/http-error';
import { platformErrors, retryHeaders } from '@petstore/http/response/platform-errors';

export const { outcome_unknown: outcomeUnknown } = defineErrors({
  outcome_unknown: {
    status: 503,
    meaning:
      'The change was sent to the database and no answer came: it may have been made. ' +
      'Repeating the request with its Idempotency-Key tells.',
    headers: retryHeaders,
  },
});

/** The HTTP error for each error of a statement. */
export const databaseErrors: Readonly<Record<DatabaseErrorCode, HttpError>> = {
  service_unavailable: platformErrors.service_unavailable,
  outcome_unknown: outcomeUnknown,
};
