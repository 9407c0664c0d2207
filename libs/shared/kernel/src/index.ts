// The room every context may enter: what a broken rule is, until when a caller waits, and nothing else.
// It knows no context, no database and no HTTP.
// A third export needs a decision record.
export { Deadline } from './deadline.ts';
export { DomainError, type ErrorKind } from './domain-error.ts';
