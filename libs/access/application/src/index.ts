// What can be done with API keys, a use case each, whoever asks: the service's guard or an operator.
// Each has one `execute` and is built with the ports it needs.
// Knows the domain alone.
export { IssueFirstKey } from './issue-first-key.ts';
export { IssueKey } from './issue-key.ts';
export { ListKeys, type ListedKey } from './list-keys.ts';
export { PruneKeys } from './prune-keys.ts';
export { ReadKeyLog } from './read-key-log.ts';
export { RevokeKey } from './revoke-key.ts';
export { RotateKey } from './rotate-key.ts';
export type { VerifiedKey } from './verified-key-cache.ts';
export { VerifyKey } from './verify-key.ts';
