/** Category of a DomainError. Each adapter maps it: HTTP to a status, the command line to an exit code. */
export type ErrorKind = 'invalid' | 'unauthenticated' | 'not-found' | 'conflict' | 'unavailable';

/**
 * Base class of the errors that a caller can expect: a violated rule, a missing record, an unavailable resource.
 * `Code` is the literal type of `code`, so that a context can list its codes in a type.
 */
export abstract class DomainError<Code extends string = string> extends Error {
  abstract readonly kind: ErrorKind;

  /** For programs: lower snake case, one meaning per code, stable across releases. The message is for people. */
  abstract readonly code: Code;

  override get name(): string {
    return this.constructor.name;
  }
}
