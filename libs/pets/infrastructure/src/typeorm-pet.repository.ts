import {
  batchOptions,
  DatabaseUnavailable,
  inTransaction,
  OutcomeUnknown,
  readUntilAborted,
  runnerOf,
  translate,
  TypeOrmTransactions,
} from '@petstore/database';
import type { AbortSignal, IdempotencyKey, Transaction } from '@petstore/kernel';
import { Pet, PetId, PetRepository, type NewPet, type PetBatch, type PetQuery } from '@petstore/pets-domain';
import DataLoader from 'dataloader';
import { MoreThan, type DataSource } from 'typeorm';
import { ImportOutcomeUnknown } from './import-outcome-unknown.ts';
import { listLoader } from './list-loader.ts';
import { InsertLoader } from './insert-loader.ts';
import { beforeFirstId, selectPet, selectPets } from './pet-statements.ts';
import { PetEntity, rowOf, type PetRow } from './pet.entity.ts';

/** Number of pets per statement of an import. */
const importBatchSize = 1_000;

/** Number of pets per statement of an export. With names of 255 code points, a batch takes about 4 MB. */
const exportBatchSize = 2_000;

/** For a transaction that waits for a slow source, or for a slow reader of its output. pg_dump does it, too. */
const unlimitedIdleTime = 'SET LOCAL idle_in_transaction_session_timeout = 0';

export class TypeOrmPetRepository extends PetRepository {
  private readonly finds: DataLoader<string, Pet | undefined>;
  private readonly lists: DataLoader<PetQuery, Pet[]>;
  private readonly inserts: InsertLoader;

  constructor(private readonly dataSource: DataSource) {
    super();
    this.finds = new DataLoader((ids) => this.findAll(ids), batchOptions);
    this.lists = listLoader(dataSource);
    this.inserts = new InsertLoader(dataSource, new TypeOrmTransactions(dataSource));
  }

  add(newPet: NewPet, key?: IdempotencyKey, signal?: AbortSignal): Promise<Pet> {
    return this.inserts.add(newPet, key, signal);
  }

  async addAll(pets: AsyncIterable<NewPet>, beforeCommit?: () => void): Promise<number> {
    let count = 0;
    let transactionId: string | undefined;
    const adding = inTransaction(this.dataSource, async (runner) => {
      await runner.query(unlimitedIdleTime);
      for await (const batch of batches(pets, importBatchSize)) {
        await this.inserts.insert(
          runner,
          batch.map((newPet) => ({ newPet })),
        );
        count += batch.length;
      }
      // The id lets the operator find out the outcome if the connection is lost during COMMIT.
      const [current] = await runner.manager.query<{ id: string }[]>('SELECT pg_current_xact_id() AS id');
      transactionId = current!.id;
      beforeCommit?.();
      return count;
    });
    return adding.catch((error: unknown) => {
      throw error instanceof OutcomeUnknown ? new ImportOutcomeUnknown(count, transactionId!, error) : error;
    });
  }

  find(id: PetId, signal?: AbortSignal): Promise<Pet | undefined> {
    return readUntilAborted(this.finds.load(id.decimal), signal);
  }

  list(query: PetQuery, signal?: AbortSignal): Promise<Pet[]> {
    return readUntilAborted(this.lists.load(query), signal);
  }

  async lock(id: PetId, transaction: Transaction): Promise<Pet | undefined> {
    const lock = { mode: 'for_no_key_update' } as const;
    const row = await runnerOf(transaction).manager.findOne(PetEntity, { where: { id: id.decimal }, lock });
    return row ? Pet.restore(row) : undefined;
  }

  async update(pet: Pet, transaction: Transaction): Promise<void> {
    await runnerOf(transaction).manager.update(PetEntity, { id: pet.id.decimal }, rowOf(pet));
  }

  /** Reads keyset pages in one read-only transaction, so that the time of a statement does not depend on the number of pets. */
  async readAll(receive: (batch: PetBatch) => Promise<void>): Promise<void> {
    const reading = inTransaction(this.dataSource, async ({ manager }) => {
      await manager.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
      await manager.query(unlimitedIdleTime);
      const [last] = await manager.find(PetEntity, { select: { id: true }, order: { id: 'DESC' }, take: 1 });
      if (!last) return;
      const lastId = new PetId(last.id);
      let after = beforeFirstId;
      for (;;) {
        const page = { where: { id: MoreThan(after) }, order: { id: 'ASC' }, take: exportBatchSize } as const;
        const rows = await manager.find(PetEntity, page);
        if (rows.length === 0) return;
        await receive({ pets: rows.map(Pet.restore), lastId });
        after = rows.at(-1)!.id;
      }
    });
    await reading.catch((error: unknown) => {
      // All pets were read, but without a COMMIT their snapshot is not confirmed. A change is not lost, because there is none.
      throw error instanceof OutcomeUnknown ? new DatabaseUnavailable(error) : error;
    });
  }

  private async findAll(ids: readonly string[]): Promise<(Pet | undefined)[]> {
    const [text, values] = ids.length === 1 ? [selectPet, ids] : [selectPets, [ids]];
    const rows = await this.dataSource.query<PetRow[]>(text, values as unknown[]).catch(translate('read'));
    const pets = new Map(rows.map((row) => [row.id, Pet.restore(row)]));
    return ids.map((id) => pets.get(id));
  }
}

async function* batches<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
