// Use cases for API keys. The API and the command line call them.
export * from './manage-keys.ts';
export * from './verify-key.ts';
