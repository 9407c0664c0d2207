import type { DeadlineExceeded } from './deadline-exceeded.ts';
import type { IdempotencyConflict, IdempotencyMismatch } from './idempotency.errors.ts';

/** Codes of all errors that the kernel throws with a code of its own. */
export type KernelErrorCode =
  | (DeadlineExceeded | IdempotencyConflict | IdempotencyMismatch)['code']
  | 'invalid_page_limit'
  | 'invalid_idempotency_key';
