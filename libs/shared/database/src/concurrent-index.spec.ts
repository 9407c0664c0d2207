import { concurrentIndex } from './concurrent-index.ts';

it.each([
  'CREATE INDEX CONCURRENTLY notes_index ON notes (id)',
  'create unique index concurrently if not exists notes_index on notes (id)',
  '\n  CREATE INDEX CONCURRENTLY IF NOT EXISTS\n    notes_index ON notes (id)',
])('returns the name of the index of %p', (statement) => {
  expect(concurrentIndex(statement)).toBe('notes_index');
});

it.each(['CREATE INDEX notes_index ON notes (id)', 'DROP INDEX CONCURRENTLY notes_index', 'SELECT 1'])(
  'returns undefined for %p',
  (statement) => {
    expect(concurrentIndex(statement)).toBeUndefined();
  },
);

it.each(['CREATE INDEX CONCURRENTLY ON notes (id)', 'CREATE INDEX CONCURRENTLY "notes index" ON notes (id)'])(
  'refuses %p, whose index it could not find after a failure',
  (statement) => {
    expect(() => concurrentIndex(statement)).toThrow('write CREATE INDEX CONCURRENTLY IF NOT EXISTS <name> ON <table>');
  },
);
