// The types that every context uses: errors, deadlines, and value objects without a context of their own.
// The kernel imports nothing: no context, no database, no HTTP, no Node modules.
export { collectFaults } from './collect-faults.ts';
export { Deadline } from './deadline.ts';
export { DeadlineExceeded } from './deadline-exceeded.ts';
export { DomainError, type ErrorKind } from './domain-error.ts';
export { Int64 } from './int64.ts';
export { InvalidValue } from './invalid-value.ts';
export type { KernelErrorCode } from './kernel-error-code.ts';
export { PageLimit } from './page-limit.ts';
export { PrintableText } from './printable-text.ts';
