import type { ApiKey } from '@petstore/access-domain';
import type { Deadline } from '@petstore/kernel';

/** An API key that may be used now. */
export interface VerifiedKey {
  /** Public id of the key. */
  readonly id: string;
  readonly apiKey: ApiKey;
  /**
   * Verifies the key again, for a request that takes time. Returns undefined if a check of the key, by any request, started
   * less than one second ago; otherwise a promise.
   * @param deadline of the request
   * @throws InvalidApiKey when the key was revoked or has expired
   * @throws DomainError of kind unavailable when the store cannot answer
   */
  readonly confirm: (deadline?: Deadline) => Promise<unknown> | undefined;
}
