export interface CallOptions {
  /** Cancels the call, including delays before retries. The call rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Options of a call that creates something. */
export interface CreateOptions extends CallOptions {
  /**
   * `Idempotency-Key` to use instead of a random one: 1 to 255 visible ASCII characters. Pass one to repeat the create
   * in another call or process. The service stores the key for 24 hours.
   */
  readonly idempotencyKey?: string | undefined;
}
