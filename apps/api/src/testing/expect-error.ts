import { expectErrorBody } from '@petstore/testing/check';
import type { HttpResponse } from '@petstore/testing/raw';
import { allErrors } from '../errors.ts';

/** Expects a complete `Error` body with this code and the status of the catalogue, and returns its message. */
export function expectError(response: HttpResponse, code: string): string {
  const error = allErrors.find((each) => each.code === code);
  if (!error) throw new Error(`the error catalogue has no ${code}`);
  return expectErrorBody(response, code, error.status);
}
