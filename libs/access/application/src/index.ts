// What can be done with API keys, a use case each, whoever asks: the service's guard or an operator.
// Each has one `execute` and is built with the ports it needs.
// Knows the domain alone.
export { IssueKey } from './issue-key.ts';
export { IssueFirstKey } from './issue-first-key.ts';
export { VerifyKey } from './verify-key.ts';
