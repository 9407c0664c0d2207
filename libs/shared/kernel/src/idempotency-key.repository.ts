/** Persistent storage of the idempotency keys of all contexts. */
export abstract class IdempotencyKeyRepository {
  /**
   * Deletes up to `limit` expired keys without waiting for keys that are in use.
   * @returns the number of deleted keys
   */
  abstract deleteExpired(limit: number): Promise<number>;
}
