// For every test that needs PostgreSQL: a server of the run's own, and a fresh database for each file.
export { createTestDatabase, type TestDatabase } from './test-database.ts';
export { schemaContract } from './schema-contract.ts';
export { errorResponse, readyForQuery, succeeded, wireMessage, WireProxy } from './wire-proxy.ts';
export type { Answer, Replacement, WireMessage } from './wire-proxy.ts';
