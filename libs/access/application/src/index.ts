// Use cases for API keys. The API and the command line call them.
export * from './check-key.ts';
export * from './issue-first-key.ts';
export * from './issue-key.ts';
export * from './list-keys.ts';
export * from './revoke-key.ts';
export * from './verify-key.ts';
