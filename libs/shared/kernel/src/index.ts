// The types that every context uses: errors, deadlines, and value objects that belong to no context.
// The kernel imports nothing: no context, no database, no HTTP, no Node modules.
export { collectFaults } from './collect-faults.ts';
export { Deadline } from './deadline.ts';
export { DeadlineExceeded } from './deadline-exceeded.ts';
export { DomainError } from './domain-error.ts';
export { IdempotencyConflict, IdempotencyMismatch } from './idempotency.errors.ts';
export { IdempotencyKey } from './idempotency-key.ts';
export { Int64 } from './int64.ts';
export { InvalidValue } from './invalid-value.ts';
export type { KernelErrorCode } from './kernel-error-code.ts';
export { PageLimit } from './page-limit.ts';
export { PrintableText } from './printable-text.ts';
export type { ValueObject } from './value-object.ts';
