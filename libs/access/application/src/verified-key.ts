import type { ApiKey } from '@petstore/access-domain';
import type { Deadline } from '@petstore/kernel';

/** An API key that may be used now. */
export interface VerifiedKey {
  readonly apiKey: ApiKey;
  /**
   * Verifies the key again, for a request that takes time. Returns a promise only if the latest check of the key, by any
   * request, started one second ago or earlier.
   * @param deadline of the request
   * @throws InvalidApiKey when the key was revoked or has expired
   * @throws DomainError of kind unavailable when the store cannot answer
   */
  readonly confirm: (deadline?: Deadline) => VerifiedKey | Promise<VerifiedKey>;
}
