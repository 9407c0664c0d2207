import type { IncomingMessage } from 'node:http';
import type { Deadline } from '@petstore/kernel';

/** The authenticated sender of a request. */
export interface Caller {
  /** Public id, for logs, metrics and rate limits; never a secret. */
  readonly id: string;
  /**
   * Checks again that the caller may still send requests.
   * @returns nothing if the last check is recent enough; otherwise a promise
   * @throws DomainError if the caller may not, or if this cannot be checked before the deadline
   */
  confirm(deadline: Deadline): void | Promise<void>;
}

const caller = Symbol('caller');

interface Authenticated {
  [caller]?: Caller;
}

/** The caller; undefined if the request is not authenticated. */
export function callerOf(request: IncomingMessage): Caller | undefined {
  return (request as Authenticated)[caller];
}

export function setCaller(request: IncomingMessage, authenticated: Caller): void {
  (request as Authenticated)[caller] = authenticated;
}
