/**
 * Base class of the errors that a caller can expect: a violated rule, a missing record, an unavailable resource.
 * `Code` is the literal type of `code`, so that a context can list its codes in a type.
 */
export abstract class DomainError<Code extends string = string> extends Error {
  /** Identifies the error for programs, in lower snake case. A code has one meaning and does not change between releases. */
  abstract readonly code: Code;

  override get name(): string {
    return this.constructor.name;
  }
}
