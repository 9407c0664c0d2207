// For tests that need PostgreSQL: one server for a test run, empty databases on it, and a proxy that causes faults.
export * from './own-server.ts';
export * from './proxy.ts';
export * from './test-database.ts';
