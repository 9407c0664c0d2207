import { errorCatalogue } from '../contexts.ts';

/** What every way of asking gives back; names of headers in lower case. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The answer is the Error body with this code, and nothing else; gives back its message. */
export function expectError(answer: Answer, code: string): string {
  const body = JSON.parse(answer.text) as { message: string };
  const status = statusOf(code);
  expect(body).toStrictEqual({ code, message: expect.stringMatching(/\S/), status });
  expect(answer.status).toBe(status);
  expect(answer.headers['content-type']).toBe('application/json');
  expectRequestId(answer);
  return body.message;
}

/** The status of the error with this code. */
export function statusOf(code: string): number | undefined {
  return errorCatalogue.all.find((error) => error.code === code)?.status;
}

/** Every answer, of whatever kind, says which request it answers. */
export function expectRequestId({ headers }: Pick<Answer, 'headers'>): void {
  expect(headers['x-request-id']).toMatch(uuid);
}
