import type { DeadlineExceeded } from './deadline-exceeded.ts';

/** Codes of the errors that only the kernel throws. */
export type KernelErrorCode = DeadlineExceeded['code'] | 'invalid_page_limit';
