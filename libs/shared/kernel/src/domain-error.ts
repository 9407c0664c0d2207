/** What went wrong, in terms every adapter can translate: HTTP to a status, the command line to an exit code. */
export type ErrorKind = 'invalid' | 'unauthenticated' | 'not-found' | 'conflict' | 'unavailable';

/** A rule that was broken, or a thing the domain needed and did not get. Each rule has a subclass named after it. */
export abstract class DomainError extends Error {
  abstract readonly kind: ErrorKind;

  /** Lower snake case, one meaning each; stable, for programs. The message is for people. */
  abstract readonly code: string;

  override get name(): string {
    return this.constructor.name;
  }
}
