import type { TimeLimitExceeded } from './time-limit-exceeded.ts';
import type { IdempotencyConflict, IdempotencyMismatch } from './idempotency.errors.ts';

/** Codes of the errors that only the kernel throws. */
export type KernelErrorCode =
  | (TimeLimitExceeded | IdempotencyConflict | IdempotencyMismatch)['code']
  | 'invalid_page_limit'
  | 'invalid_idempotency_key';
