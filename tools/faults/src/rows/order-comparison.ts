import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import {
  findContradictions,
  type OrderJson,
  type OrderLedger,
  type StoredOrders,
  type Target,
  type Verdict,
  type Violation,
} from '@petstore/driver';
import type { Postgres } from '../environment/postgres.ts';
import type { FaultRun } from '../fault-run.ts';
import { readAllFromApi, readFromApi, readTables } from './read-orders.ts';

/** Milliseconds between two snapshots of the tables. */
const snapshotPause = 250;

/** Maximum number of violations that the report describes. The figures count all. */
const describedViolations = 10;

/** Compares the records of the clients with the orders in the API of each instance and in the tables. */
export class OrderComparison {
  /** By description. */
  private readonly violations = new Map<string, Violation>();
  private snapshots = 0;
  private isWatching = false;

  constructor(
    private readonly run: FaultRun,
    private readonly postgres: Postgres,
    private readonly targets: readonly Target[],
    /** By the id of the pet. */
    private readonly ledgers: ReadonlyMap<number, OrderLedger>,
  ) {}

  /** Reads snapshots of the tables while the work runs. The status of a pet must fit its orders at any moment. */
  async watchDuring(work: () => Promise<void>): Promise<void> {
    this.isWatching = true;
    const watching = this.watch();
    try {
      await work();
    } finally {
      this.isWatching = false;
      await watching;
    }
    this.run.require(this.snapshots > 0, 'no snapshot of the tables was read');
    this.run.note(`${this.snapshots} snapshots of the tables were compared`);
  }

  /** Compares the records about one pet. @returns the orders of the pet, in ascending order of id */
  async compare(ledger: OrderLedger): Promise<readonly OrderJson[]> {
    const { id } = ledger.pet;
    const tables = await readTables(this.postgres);
    const stored = rowsOf(tables, id);
    this.requireEqual(await readFromApi(this.targets[id % this.targets.length]!, id), stored);
    this.add([...findContradictions(tables), ...ledger.verify(stored)]);
    return stored.orders;
  }

  /** Compares all records, and reports the violations of this and all earlier comparisons. */
  async compareAll(): Promise<Verdict> {
    const stored = await readTables(this.postgres);
    for (const target of this.targets) this.requireEqual(await readAllFromApi(target), stored);
    for (const [id, ledger] of this.ledgers) this.add(ledger.verify(rowsOf(stored, id)));
    this.add(findContradictions(stored));
    this.run.require(
      stored.orders.every(({ petId }) => this.ledgers.has(petId)),
      'there are orders for pets that no client has ordered',
    );
    for (const description of [...this.violations.keys()].slice(0, describedViolations)) {
      this.run.require(false, description);
    }
    return this.verdict(stored);
  }

  private async watch(): Promise<void> {
    while (this.isWatching) {
      // PostgreSQL does not accept connections while it recovers from a kill.
      const stored = await readTables(this.postgres).catch(() => undefined);
      if (stored) {
        this.snapshots += 1;
        this.add(findContradictions(stored));
      }
      await delay(snapshotPause);
    }
  }

  private add(violations: readonly Violation[]): void {
    for (const violation of violations) this.violations.set(violation.description, violation);
  }

  private requireEqual(fromApi: StoredOrders, stored: StoredOrders): void {
    this.run.require(
      isDeepStrictEqual(fromApi, stored),
      'the API returned other pets or orders than the tables contain',
    );
  }

  private verdict({ orders }: StoredOrders): Verdict {
    const ledgers = [...this.ledgers.values()];
    const sum = (count: (ledger: OrderLedger) => number) => ledgers.reduce((total, each) => total + count(each), 0);
    const violations = [...this.violations.values()];
    const count = (kind: Violation['kind']) => violations.filter((each) => each.kind === kind).length;
    return {
      acknowledged: sum(({ counts }) => counts.acknowledged),
      lost: count('lost'),
      altered: count('altered'),
      duplicated: count('duplicated'),
      contradicted: count('contradicted'),
      unknown: sum(({ counts }) => counts.unknown),
      unknownCreated: sum((ledger) => ledger.countUnknownCreated(orders)),
    };
  }
}

/** The pet with its orders. */
function rowsOf({ pets, orders }: StoredOrders, petId: number): StoredOrders {
  return { pets: pets.filter(({ id }) => id === petId), orders: orders.filter((order) => order.petId === petId) };
}
