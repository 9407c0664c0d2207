import type { Headers, HttpError } from './http-error.ts';

/** The refusal of a request outside the domain. */
export class RequestError extends Error {
  /**
   * @param message text for people
   * @param headers of this response, in addition to those of every response with this error
   */
  constructor(
    readonly error: HttpError,
    message = error.meaning,
    readonly headers: Headers = {},
  ) {
    super(message);
  }

  get code(): string {
    return this.error.code;
  }
}
