// Use cases for API keys. The API and the command line call them.
// Each class is one use case: its constructor takes the ports, and `execute` runs it.
export * from './manage-keys.ts';
export * from './verify-key.ts';
