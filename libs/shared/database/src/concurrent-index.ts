import pg from 'pg';

const createIndex = /^\s*CREATE\s+(?:UNIQUE\s+)?INDEX\s+CONCURRENTLY\s+(?:IF\s+NOT\s+EXISTS\s+)?(\w+)\s+ON\s/i;

/** Returns the name of the index that a statement creates with CREATE INDEX CONCURRENTLY; undefined for other statements. */
export function concurrentIndex(statement: string): string | undefined {
  return createIndex.exec(statement)?.[1];
}

/** The statement that removes an index without blocking writes. */
export function dropIndex(index: string): string {
  return `DROP INDEX CONCURRENTLY ${index}`;
}

/**
 * The condition of a query on `pg_index` that finds the index if it is invalid: CREATE INDEX CONCURRENTLY leaves it when it
 * fails. PostgreSQL maintains it and never reads it, and IF NOT EXISTS would keep it.
 */
export function isInvalidIndex(index: string): string {
  return `indexrelid = to_regclass(${pg.escapeLiteral(index)}) AND NOT indisvalid`;
}
