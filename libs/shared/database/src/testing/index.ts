// For tests that need PostgreSQL: one server for a test run, empty databases on it, and a proxy that causes faults.
export { findPrograms } from '../embedded/postgres-programs.ts';
export { serverUser } from '../embedded/server-user.ts';
export * from './own-server.ts';
export * from './proxy.ts';
export * from './test-database.ts';
