import type { DeadlineExceeded } from './deadline-exceeded.ts';

/** Codes of all errors that the kernel throws with a code of its own. */
export type KernelErrorCode = DeadlineExceeded['code'] | 'invalid_page_limit';
