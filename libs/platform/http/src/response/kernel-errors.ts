import type { KernelErrorCode } from '@petstore/kernel';
import type { HttpError } from './http-error.ts';
import { platformErrors } from './platform-errors.ts';

/** The HTTP error for each error that the kernel throws. */
export const kernelErrors: Readonly<Record<KernelErrorCode, HttpError>> = {
  service_unavailable: platformErrors.service_unavailable,
  invalid_page_limit: platformErrors.invalid_parameter,
  invalid_idempotency_key: platformErrors.invalid_parameter,
  idempotency_conflict: platformErrors.idempotency_conflict,
  idempotency_mismatch: platformErrors.idempotency_mismatch,
};
