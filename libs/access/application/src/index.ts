// Use cases for API keys. The API and the command line call them.
// Each class is one use case: its constructor takes the ports, and `execute` runs it.
export { CheckKey } from './check-key.ts';
export { IssueFirstKey } from './issue-first-key.ts';
export { IssueKey } from './issue-key.ts';
export { ListKeys, type ListedKey } from './list-keys.ts';
export { ReadKeyLog } from './read-key-log.ts';
export { RevokeKey } from './revoke-key.ts';
export { VerifyKey, type VerifiedKey } from './verify-key.ts';
