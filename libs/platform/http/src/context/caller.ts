import type { Deadline } from '@petstore/kernel';

/** The authenticated sender of a request. */
export interface Caller {
  /** Public id, for logs, metrics and rate limits; never a secret. */
  readonly id: string;
  /**
   * Checks again that the caller may still send requests.
   * @returns undefined if the last check is recent enough; otherwise a promise
   * @throws DomainError if the caller may not, or if this cannot be checked before the deadline
   */
  confirm(deadline: Deadline): Promise<unknown> | undefined;
}
