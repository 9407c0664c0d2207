// The types that every context uses: errors, value objects, transactions. They belong to no context.
// The kernel imports no other project, no package and no Node module.
export { untilAborted, type AbortSignal } from './abort-signal.ts';
export { DomainError } from './domain-error.ts';
export type { DomainEvent } from './domain-event.ts';
export { enumeration } from './values/enumeration.ts';
export { EventLog, type EventQuery, type EventsPage, type LoggedEvent } from './event-log.ts';
export { IdempotencyKey } from './idempotency-key.ts';
export { Int64, Int64Id } from './values/int64.ts';
export { InvalidValue } from './values/invalid-value.ts';
export {
  CursorGone,
  IdempotencyConflict,
  IdempotencyMismatch,
  TimeLimitExceeded,
  type KernelErrorCode,
} from './kernel.errors.ts';
export { PageLimit } from './values/page-limit.ts';
export { PrintableText } from './values/printable-text.ts';
export { Transaction } from './transaction.ts';
export { Transactions, type TransactionOptions } from './transactions.ts';
export { VerbatimText } from './values/verbatim-text.ts';
