// For tests that need PostgreSQL: one server for a test run, empty databases on it, and a proxy that causes faults.
export { serverUser } from '@petstore/embedded-postgres/server-user';
export * from './broken-responses.ts';
export * from './postgres-server.ts';
export * from '@petstore/embedded-postgres/testing';
export * from './proxy.ts';
export * from './test-database.ts';
export * from './use-test-database.ts';
export * from './transaction-pooler.ts';
