import type { ErrorCode } from './error-catalogue.ts';

/** What the edge itself refuses, before or beside the domain. */
export class ApiError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    /** Headers of this answer, beside those the catalogue gives the code. */
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }
}
