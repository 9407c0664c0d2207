/** Response headers by name. */
export type Headers = Readonly<Record<string, string>>;

/** An error of the HTTP contract: a code with one status and one meaning. */
export interface HttpError<Code extends string = string> {
  /** The `code` of the Error body, for programs: lower snake case. */
  readonly code: Code;
  /** HTTP status of the response. */
  readonly status: number;
  /** A sentence that says when the error occurs. The OpenAPI document contains it, and it is the default message. */
  readonly meaning: string;
  /** Headers of every response with this error. */
  readonly headers?: Headers;
}

type HttpErrors<T> = { readonly [Code in keyof T & string]: T[Code] & HttpError<Code> };

/** Returns the errors with their member names as codes. */
export function defineErrors<T extends Readonly<Record<string, Omit<HttpError, 'code'>>>>(errors: T): HttpErrors<T> {
  return Object.fromEntries(Object.entries(errors).map(([code, error]) => [code, { code, ...error }])) as HttpErrors<T>;
}
