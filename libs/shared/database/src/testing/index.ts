// For tests that need PostgreSQL: one server for a test run, and empty databases on it.
export { claimPrimary } from './claim-primary.ts';
export { connectDatabase, createTestDatabase, type TestDatabase } from './test-database.ts';
export { OwnServer } from './own-server.ts';
export { errorResponse, readyForQuery, succeeded, wireMessage, WireProxy } from './wire-proxy.ts';
export type { Answer, Replacement } from './wire-proxy.ts';
