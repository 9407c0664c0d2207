import pg from 'pg';

const createConcurrently = /^\s*CREATE\s+(?:UNIQUE\s+)?INDEX\s+CONCURRENTLY\s/i;
const nameAndTable = /^(?:IF\s+NOT\s+EXISTS\s+)?(\w+)\s+ON\s/i;

/**
 * Returns the name of the index that a statement creates with CREATE INDEX CONCURRENTLY; undefined for other statements.
 * @throws Error if the statement has no plain name, because an invalid index could not be found
 */
export function concurrentIndex(statement: string): string | undefined {
  const [start] = createConcurrently.exec(statement) ?? [];
  if (start === undefined) return undefined;
  const [, name] = nameAndTable.exec(statement.slice(start.length)) ?? [];
  if (name !== undefined) return name;
  throw new Error(
    'write CREATE INDEX CONCURRENTLY IF NOT EXISTS <name> ON <table>, with a name without quotes and schema',
  );
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
