import { defaultHeaders } from '@petstore/edge/default-headers';
import { expectErrorBody } from '@petstore/testing/check';
import type { HttpResponse } from '@petstore/testing/raw';
import { allErrors } from '../errors.ts';

/** Expects the default headers and a complete `Error` body with this code and the status of the catalogue, and returns its message. */
export function expectError(response: HttpResponse, code: string): string {
  const error = allErrors.find((each) => each.code === code);
  if (!error) throw new Error(`the error catalogue has no ${code}`);
  for (const [name, value] of Object.entries(defaultHeaders)) expect(response.headers[name.toLowerCase()]).toBe(value);
  return expectErrorBody(response, code, error.status);
}
