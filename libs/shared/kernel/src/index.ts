// The room every context may enter: what a broken rule is, and nothing else.
// It knows no context, no database and no HTTP.
// A second export needs a decision record.
export { DomainError, type ErrorKind } from './domain-error.ts';
