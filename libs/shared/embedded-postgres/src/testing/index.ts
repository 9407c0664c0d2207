// For tests that start PostgreSQL and other programs, and end them with certainty.
export * from './processes.ts';
export * from './query.ts';
export * from './remove-directory.ts';
export * from './until.ts';
