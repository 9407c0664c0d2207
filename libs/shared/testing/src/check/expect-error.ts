import type { HttpResponse } from '../raw/raw-http.ts';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Expects an error with its body, status, media type and a generated X-Request-Id, and returns the message. */
export function expectErrorBody(response: HttpResponse, code: string, status: number): string {
  const body = JSON.parse(response.text) as { message: string };
  expect(body).toStrictEqual({ code, message: expect.stringMatching(/\S/), status });
  expect(response.status).toBe(status);
  expect(response.headers['content-type']).toBe('application/json');
  expectRequestId(response);
  return body.message;
}

/** Expects the id that the service generates for a request without `X-Request-Id`. */
export function expectRequestId({ headers }: Pick<HttpResponse, 'headers'>): void {
  expect(headers['x-request-id']).toMatch(uuid);
}
