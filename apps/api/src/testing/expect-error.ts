import { errorCatalogue, type ErrorCode } from '@petstore/http/response/error-catalogue';
import { expectErrorBody } from '@petstore/testing/check';
import type { Answer } from '@petstore/testing/raw';

/** Expects a complete `Error` body with this code, and returns its message. */
export function expectError(answer: Answer, code: ErrorCode): string {
  return expectErrorBody(answer, code, errorCatalogue[code].status);
}
