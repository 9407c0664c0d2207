import type { DeadlineExceeded } from './deadline-exceeded.ts';
import type { IdempotencyConflict, IdempotencyMismatch } from './idempotency.errors.ts';

/** Codes of the errors that only the kernel throws. */
export type KernelErrorCode =
  | (DeadlineExceeded | IdempotencyConflict | IdempotencyMismatch)['code']
  | 'invalid_page_limit'
  | 'invalid_idempotency_key';
