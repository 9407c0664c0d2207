// For tests that need PostgreSQL: one server for a test run, empty databases on it, and a proxy that causes faults.
export { serverUser } from '../embedded/server-user.ts';
export * from './broken-responses.ts';
export * from './postgres-server.ts';
export * from './processes.ts';
export * from './proxy.ts';
export * from './query.ts';
export * from './test-database.ts';
export * from './until.ts';
export * from './use-test-database.ts';
export * from './transaction-pooler.ts';
