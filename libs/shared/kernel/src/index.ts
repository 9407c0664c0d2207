// What every context may use: the base class of domain errors, and the deadline of a caller.
// It knows no context, no database and no HTTP.
// A third export needs a decision record.
export { Deadline } from './deadline.ts';
export { DeadlineExceeded } from './deadline-exceeded.ts';
export { DomainError, type ErrorKind } from './domain-error.ts';
