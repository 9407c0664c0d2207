import { executeStatement } from '@petstore/database';
import { Deadline } from '@petstore/kernel';
import { PetChanges, type ChangeFeedDelay, type ChangePosition, type PetChangesPage } from '@petstore/pets-domain';
import type { DataSource } from 'typeorm';
import { batchedChanges, batchedPresent, type ChangesRequest } from './batched-changes.ts';
import { feedDelay } from './pet-change-statements.ts';

/** Reads the feed from the column `changed_in` and from the snapshot of each statement. */
export class TypeOrmPetChanges extends PetChanges {
  private readonly readChanges: (request: ChangesRequest, deadline: Deadline) => Promise<PetChangesPage>;
  private readonly readPresent: (input: undefined, deadline: Deadline) => Promise<ChangePosition>;
  /** The transaction that was the oldest at the last call of `delay`, and when it was first. */
  private lastOldest: { readonly id: string; readonly seenAt: number } | undefined;

  constructor(private readonly dataSource: DataSource) {
    super();
    this.readChanges = batchedChanges(dataSource);
    this.readPresent = batchedPresent(dataSource);
  }

  present(deadline = Deadline.none): Promise<ChangePosition> {
    return this.readPresent(undefined, deadline);
  }

  after(position: ChangePosition, limit: number, deadline = Deadline.none): Promise<PetChangesPage> {
    return this.readChanges({ position, limit }, deadline);
  }

  /**
   * A role without the rights of `pg_read_all_stats` cannot read when the transaction of another role began. Then its age is
   * the time since the first call of this method that found it.
   */
  async delay(deadline = Deadline.none): Promise<ChangeFeedDelay> {
    const [row] = await executeStatement(this.dataSource, feedDelay, 'read', [], deadline);
    const [firstRunning, firstUnassigned, description, age] = row!;
    const transactions = Number(BigInt(firstUnassigned) - BigInt(firstRunning));
    if (description === null) {
      this.lastOldest = undefined;
      return { transactions };
    }
    const now = performance.now();
    if (this.lastOldest?.id !== firstRunning) this.lastOldest = { id: firstRunning, seenAt: now };
    const observed = (now - this.lastOldest.seenAt) / 1_000;
    return { transactions, oldest: { description, age: age === null ? observed : Number(age) } };
  }
}
