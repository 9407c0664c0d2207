// Use cases for API keys. The API and the command line call them.
// Each class is one use case: its constructor takes the ports, and `execute` runs it.
export { CheckKey } from './check-key.ts';
export { IssueFirstKey } from './issue-first-key.ts';
export { IssueKey } from './issue-key.ts';
export { ListKeys, type ListedKey } from './list-keys.ts';
export { PruneKeys } from './prune-keys.ts';
export { ReadKeyLog } from './read-key-log.ts';
export { RevokeKey } from './revoke-key.ts';
export { RotateKey } from './rotate-key.ts';
export type { VerifiedKey } from './verified-key-cache.ts';
export { VerifyKey } from './verify-key.ts';
