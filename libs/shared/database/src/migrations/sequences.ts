import type { Transaction } from '@petstore/kernel';
import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import { IdsTaken } from '../errors/operator.errors.ts';
import { sqlState, type StatementError } from '../errors/statement-outcome.ts';
import { runnerOf } from '../transactions/typeorm-transactions.ts';

// A sequence is behind its table if rows were added without it: by logical replication, or by statements with ids of their own.

/** Most ids that one insert draws. */
export const maxDraws = 5;

/**
 * Repeats an insert while another row has its new id. Each attempt draws the next id.
 * @param insert must not be part of a transaction, because PostgreSQL aborts a transaction after an error
 * @throws IdsTaken
 */
export async function drawUntilFree<T>(insert: () => Promise<T>): Promise<T> {
  for (let draws = 1; ; draws++) {
    try {
      return await insert();
    } catch (error) {
      const { code, constraint, table } = error as StatementError & { constraint?: string; table?: string };
      if (code !== sqlState.uniqueViolation || constraint !== `${table}_pkey`) throw error;
      if (draws === maxDraws) throw new IdsTaken(table!, draws, error);
    }
  }
}

/** Like `drawUntilFree`, for an insert in a transaction. Each attempt has a savepoint. */
export function drawInTransaction<T>(transaction: Transaction, insert: () => Promise<T>): Promise<T> {
  return drawUntilFree(() => runnerOf(transaction).manager.transaction(insert));
}

/** A column that a sequence fills, and the names of both, quoted for SQL. */
interface SequenceColumn {
  readonly table: string;
  readonly column: string;
  readonly sequence: string;
  /** The option of the sequence that says whether it begins again after its greatest value. */
  readonly cycle: 'CYCLE' | 'NO CYCLE';
}

/** Finds the columns of the tables $1 that have an ascending sequence, and that the role may read. Unless $2, only those whose greatest value an index has. */
const sequenceColumns = `
  SELECT attrelid::regclass AS "table", quote_ident(attname) AS "column", sequence,
    CASE WHEN seqcycle THEN 'CYCLE' ELSE 'NO CYCLE' END AS cycle
  FROM pg_attribute, pg_get_serial_sequence(attrelid::regclass::text, attname) AS sequence
  JOIN pg_sequence ON seqrelid = sequence::regclass AND seqincrement > 0
  WHERE attrelid = ANY (SELECT to_regclass(quote_ident(name)) FROM unnest($1::text[]) AS name)
    AND attnum > 0 AND NOT attisdropped
    AND has_column_privilege(attrelid, attnum, 'SELECT') AND has_sequence_privilege(sequence, 'SELECT')
    AND ($2 OR EXISTS (SELECT FROM pg_index WHERE indrelid = attrelid AND indkey[0] = attnum AND indpred IS NULL))
  ORDER BY sequence`;

function findColumns(manager: EntityManager, withoutIndex: boolean): Promise<SequenceColumn[]> {
  const tables = manager.dataSource.entityMetadatas.map(({ tableName }) => tableName);
  // TypeORM's table of the migrations has a sequence, too.
  return manager.query(sequenceColumns, [[...tables, 'migrations'], withoutIndex]);
}

interface Behind {
  /** The greatest value of the table. */
  readonly value: string;
  /** The first value of the sequence after it. */
  readonly next: string;
}

/** Returns a Behind if the sequence is behind its table. Ignores the greatest int64, because no sequence can continue after it. */
const selectBehind = ({ table, column, sequence }: SequenceColumn) => `
  SELECT value, last_value + ((value - last_value) / seqincrement + 1) * seqincrement AS next
  FROM (SELECT max(${column}) AS value FROM ${table} WHERE ${column} < 9223372036854775807) AS greatest, ${sequence}
  JOIN pg_sequence ON seqrelid = '${sequence.replaceAll("'", "''")}'::regclass
  WHERE value - is_called::int * seqincrement >= last_value`;

/** Returns a warning for each sequence that is behind its table, with the statement that repairs it. */
export async function sequenceWarnings({ manager }: DataSource): Promise<string[]> {
  const warnings: string[] = [];
  for (const column of await findColumns(manager, false)) {
    const [behind] = await manager.query<Behind[]>(selectBehind(column));
    const { table, sequence } = column;
    const repair = `SELECT setval('${sequence.replaceAll("'", "''")}', ${behind?.next}, false) FROM ${sequence} WHERE last_value < ${behind?.next}`;
    if (behind)
      warnings.push(
        `the sequence ${sequence} is behind the table ${table}, so that new ids are taken: run "petstore migrate" or "${repair}"`,
      );
  }
  return warnings;
}

/**
 * Lets each sequence that is behind its table continue after the greatest value of the table. Belongs into a transaction, because the
 * sequence is locked until its end.
 * @returns a line for each of them
 */
export async function raiseSequences({ manager }: QueryRunner): Promise<string[]> {
  const lines: string[] = [];
  for (const column of await findColumns(manager, true)) {
    const findBehind = async () => (await manager.query<Behind[]>(selectBehind(column)))[0];
    if (!(await findBehind())) continue;
    // Changes nothing, but locks the sequence. Otherwise another session could draw ids before `setval`, which would give them out again.
    await manager.query(`ALTER SEQUENCE ${column.sequence} ${column.cycle}`);
    const behind = await findBehind();
    if (!behind) continue;
    await manager.query('SELECT setval($1, $2, false)', [column.sequence, behind.next]);
    lines.push(
      `the sequence ${column.sequence} was behind the table ${column.table}, and continues after ${behind.value}`,
    );
  }
  return lines;
}
