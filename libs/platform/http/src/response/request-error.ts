import type { Headers, HttpError } from './http-error.ts';

/** An error of the HTTP contract that HTTP code throws, for example for an invalid body. Domain code throws DomainErrors. */
export class RequestError extends Error {
  /**
   * @param message message of the Error body, for people
   * @param headers headers of this response, in addition to the headers of `error`
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
