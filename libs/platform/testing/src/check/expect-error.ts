import type { Answer } from '../raw/answer.ts';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Expects a complete `Error` body with this code and this status, and returns its message. */
export function expectErrorBody(answer: Answer, code: string, status: number): string {
  const body = JSON.parse(answer.text) as { message: string };
  expect(body).toStrictEqual({ code, message: expect.stringMatching(/\S/), status });
  expect(answer.status).toBe(status);
  expect(answer.headers['content-type']).toBe('application/json');
  expectRequestId(answer);
  return body.message;
}

/** Expects the id that the service generates for a request without `X-Request-Id`. */
export function expectRequestId({ headers }: Pick<Answer, 'headers'>): void {
  expect(headers['x-request-id']).toMatch(uuid);
}
