import type { Transaction, Transactions } from '@petstore/kernel';
import type { ImportKeys, KeyedPet, KeyState, NewPet, PetId, PetRepository } from '@petstore/pets-domain';

/** Maximum number of rows that a report names, and of different values that it counts. */
const maxRows = 5;
const maxValues = 100;

export interface PetToImport {
  readonly newPet: NewPet;
  /** Number of its row, for the report. */
  readonly row: number;
  /** Identifies the pet in the source of the import. */
  readonly key?: string | undefined;
  /** The id that the pet has in the store, if the file is an export. */
  readonly id?: PetId | undefined;
}

export interface ImportOptions {
  readonly actor: string;
  /** The program that identifies its pets by `key`. With it, pets are stored whose key is not known yet. */
  readonly source?: string | undefined;
  readonly isDryRun?: boolean | undefined;
  /** Called when another import has locked the keys. The import tries again when the promise resolves. */
  readonly onWait?: () => Promise<void>;
  /** The platform's AbortSignal. It cancels the import, also after the last pet. */
  readonly signal?: { throwIfAborted(): void };
}

/** How many rows there are of a kind, and the numbers of the first ones. */
export class RowNumbers {
  count = 0;
  readonly first: number[] = [];

  add(row: number): void {
    this.count += 1;
    if (this.first.length < maxRows) this.first.push(row);
  }
}

export class ImportReport {
  imported = 0;
  /** The rows that it has not stored because of their keys, and those of an export whose pet the store has, perhaps with another category. */
  readonly rows: Readonly<Record<KeyState | 'stored' | 'otherCategory', RowNumbers>> = {
    repeated: new RowNumbers(),
    known: new RowNumbers(),
    changed: new RowNumbers(),
    deleted: new RowNumbers(),
    stored: new RowNumbers(),
    otherCategory: new RowNumbers(),
  };
  /** The number of pets that a dry run would store, of each status and category, such as `status sold`. The rarest ones can be missing. */
  readonly values = new Map<string, number>();

  count({ status, categoryId }: NewPet): void {
    for (const value of [`status ${status}`, `categoryId ${categoryId.decimal}`]) {
      const count = this.values.get(value);
      if (count !== undefined || this.values.size < maxValues) this.values.set(value, (count ?? 0) + 1);
    }
  }
}

/** Rolls a dry run back. */
class DryRunEnded extends Error {}

export class ImportPets {
  constructor(
    private readonly pets: PetRepository,
    private readonly keys: ImportKeys,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Creates all pets in one transaction. If `batches` throws or the signal aborts, creates none.
   * @param batches are read one ahead: PostgreSQL stores a batch while the next one is read. Each is one statement.
   */
  async execute(batches: AsyncIterable<readonly PetToImport[]>, options: ImportOptions): Promise<ImportReport> {
    const report = new ImportReport();
    const work = async (transaction: Transaction) => {
      if (options.source !== undefined) {
        while (!(await this.keys.lock(transaction))) await options.onWait?.();
      }
      let storing = Promise.resolve();
      try {
        for await (const batch of batches) {
          await storing;
          options.signal?.throwIfAborted();
          storing = this.add(batch, options, report, transaction);
          // The next `await` throws the error.
          storing.catch(() => undefined);
        }
      } finally {
        // The transaction must not end before its last statement.
        await storing;
      }
      options.signal?.throwIfAborted();
      if (options.isDryRun) throw new DryRunEnded();
    };
    await this.transactions.run(work, { purpose: 'import' }).catch((error: unknown) => {
      if (!(error instanceof DryRunEnded)) throw error;
    });
    return report;
  }

  private async add(
    batch: readonly PetToImport[],
    { actor, source, isDryRun }: ImportOptions,
    report: ImportReport,
    transaction: Transaction,
  ): Promise<void> {
    await this.compareWithStored(batch, report);
    const added = source === undefined ? batch : await this.withoutKnown(source, batch, report, transaction);
    report.imported += added.length;
    if (isDryRun) for (const { newPet } of added) report.count(newPet);
    if (added.length === 0) return;
    const registered = added.map(({ newPet }) => newPet.register(actor));
    const ids = isDryRun ? [] : await this.pets.addAll(registered, transaction);
    if (source !== undefined) await this.keys.add(source, added.filter(isKeyed), ids, transaction);
  }

  private async compareWithStored(batch: readonly PetToImport[], report: ImportReport): Promise<void> {
    const exported = batch.filter(({ id }) => id);
    const stored = await Promise.all(exported.map(({ id }) => this.pets.find(id!)));
    for (const [index, { newPet, row }] of exported.entries()) {
      const pet = stored[index];
      if (!pet) continue;
      report.rows.stored.add(row);
      if (pet.snapshot().categoryId !== newPet.categoryId.decimal) report.rows.otherCategory.add(row);
    }
  }

  /** Returns the pets whose key is not known, and reports the others. The first pet of a key is the one that counts. */
  private async withoutKnown(
    source: string,
    batch: readonly PetToImport[],
    report: ImportReport,
    transaction: Transaction,
  ): Promise<PetToImport[]> {
    const states = await this.keys.states(source, batch.filter(isKeyed), transaction);
    const added = new Set<string | undefined>();
    return batch.filter(({ key, row }, index) => {
      const state = added.has(key) ? 'repeated' : states[index];
      if (state) report.rows[state].add(row);
      else added.add(key);
      return !state;
    });
  }
}

function isKeyed(pet: PetToImport): pet is PetToImport & KeyedPet {
  return pet.key !== undefined;
}
