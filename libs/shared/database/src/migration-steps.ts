import type { MigrationInterface } from 'typeorm';

/** Pending migrations that run together: several in one transaction, or one outside a transaction. */
export interface MigrationStep {
  readonly isTransactional: boolean;
  readonly migrations: readonly MigrationInterface[];
}

/** Name under which TypeORM records a migration. */
export function nameOf(migration: MigrationInterface): string {
  return migration.name ?? migration.constructor.name;
}

/** The time at which a migration was written, in milliseconds since 1970: the end of its name. NaN if the name has none. */
export function timestampOf(name: string): number {
  return Number(/\d{13}$/.exec(name)?.[0] ?? NaN);
}

/** Whether a migration runs outside a transaction. It declares that with TypeORM's property `transaction = false`. */
export function runsOutsideTransaction({ transaction }: MigrationInterface): boolean {
  return transaction === false;
}

/**
 * Groups the pending migrations into steps, in the order of their timestamps. A transactional step ends before a migration that
 * runs outside a transaction, because that migration needs the committed result.
 * @param executed names of the migrations that have run; undefined if the table that records them does not exist. Then the first
 *   step is transactional, because it creates the table.
 */
export function pendingSteps(
  migrations: readonly MigrationInterface[],
  executed: ReadonlySet<string> | undefined,
): MigrationStep[] {
  const pending = migrations
    .filter((migration) => !executed?.has(nameOf(migration)))
    .sort((a, b) => timestampOf(nameOf(a)) - timestampOf(nameOf(b)));
  const steps: { isTransactional: boolean; migrations: MigrationInterface[] }[] = [];
  if (!executed) steps.push({ isTransactional: true, migrations: [] });
  for (const migration of pending) {
    const last = steps.at(-1);
    if (runsOutsideTransaction(migration)) steps.push({ isTransactional: false, migrations: [migration] });
    else if (last?.isTransactional) last.migrations.push(migration);
    else steps.push({ isTransactional: true, migrations: [migration] });
  }
  return steps;
}
