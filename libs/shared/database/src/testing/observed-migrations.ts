import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Persistence } from '../data-source.ts';
import { nameOf, runsOutsideTransaction } from '../migration-steps.ts';

/** State of a table within the session that migrates. */
interface TableState {
  readonly name: string;
  /** PostgreSQL changes the number of the file when it rewrites the table. */
  readonly file: string;
  /** Rows that the transaction has inserted, updated or deleted. */
  readonly changes: string;
  /** Whether the transaction holds ACCESS EXCLUSIVE, which blocks every other statement on the table. */
  readonly locked: boolean;
}

export interface MigrationObserver {
  /** Receives what would block other statements for long: data rewritten under ACCESS EXCLUSIVE. */
  onViolation(violation: string): void;
  /** Is called after each statement, within the transaction if there is one. `tables` are locked with ACCESS EXCLUSIVE. */
  onLocked(tables: readonly string[]): Promise<void>;
}

/** The same migrations, which report to the observer which tables they lock and rewrite while they run. */
export function observedMigrations({ tables, migrations }: Persistence, observer: MigrationObserver): Persistence {
  return { tables, migrations: migrations.map((migration) => observed(migration, observer)) };
}

function observed(Migration: new () => object, observer: MigrationObserver): new () => object {
  const migration = new Migration() as MigrationInterface;
  return class implements MigrationInterface {
    readonly name = nameOf(migration);
    readonly transaction = !runsOutsideTransaction(migration);

    async up(runner: QueryRunner): Promise<void> {
      const query = async (sql: string): Promise<void> => {
        const before = await tableStates(runner);
        await runner.query(sql);
        const after = await tableStates(runner);
        for (const table of before) {
          const changed = after.find(({ name }) => name === table.name);
          if (!changed) continue;
          const changesRows = table.locked && changed.changes !== table.changes;
          if (changed.file !== table.file || changesRows) {
            observer.onViolation(`${this.name} holds ACCESS EXCLUSIVE on ${table.name} while it rewrites rows: ${sql}`);
          }
        }
        const locked = before.filter(({ name }) => after.some((table) => table.name === name && table.locked));
        await observer.onLocked(locked.map(({ name }) => name));
      };
      await migration.up({ query } as unknown as QueryRunner);
    }

    down(runner: QueryRunner): Promise<void> {
      return migration.down(runner);
    }
  };
}

function tableStates(runner: QueryRunner): Promise<TableState[]> {
  return runner.query(`
    SELECT c.relname AS name, relfilenode::text AS file,
      coalesce(n_tup_ins + n_tup_upd + n_tup_del, 0)::text AS changes,
      EXISTS (SELECT FROM pg_locks WHERE pid = pg_backend_pid() AND relation = c.oid AND mode = 'AccessExclusiveLock')
        AS locked
    FROM pg_class AS c LEFT JOIN pg_stat_xact_user_tables ON relid = c.oid
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND c.relname <> 'migrations'`);
}
