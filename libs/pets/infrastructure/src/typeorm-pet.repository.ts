import { inTransaction, OutcomeUnknown } from '@petstore/database';
import { Deadline, type IdempotencyKey, type Transaction } from '@petstore/kernel';
import { Pet, PetId, PetRepository, type NewPet, type PetBatch, type PetQuery } from '@petstore/pets-domain';
import type { DataSource } from 'typeorm';
import { batchedFinds } from './batched-finds.ts';
import { batchedInserts } from './batched-inserts.ts';
import { batchedLists } from './batched-lists.ts';
import { ImportOutcomeUnknown } from './import-outcome-unknown.ts';
import { insertPetOnce } from './insert-pet-once.ts';
import { petOf, toParameterArrays } from './pet-rows.ts';
import { importPets, lockedPet, updatedPet } from './pet-statements.ts';
import { storedColumns } from './pet.table.ts';
import { readAllPets } from './read-all-pets.ts';

/** Number of pets per INSERT of an import. */
const importBatchSize = 1_000;

export class TypeOrmPetRepository extends PetRepository {
  private readonly findBatched: (id: string, deadline: Deadline) => Promise<Pet | undefined>;
  private readonly listBatched: (query: PetQuery, deadline: Deadline) => Promise<Pet[]>;
  private readonly insertBatched: (newPet: NewPet, deadline: Deadline) => Promise<Pet>;

  constructor(private readonly dataSource: DataSource) {
    super();
    this.findBatched = batchedFinds(dataSource);
    this.listBatched = batchedLists(dataSource);
    this.insertBatched = batchedInserts(dataSource);
  }

  add(newPet: NewPet, deadline = Deadline.none): Promise<Pet> {
    return this.insertBatched(newPet, deadline);
  }

  async addOnce(newPet: NewPet, key: IdempotencyKey, deadline = Deadline.none): Promise<Pet> {
    const id = await insertPetOnce.execute(this.dataSource, newPet, key, deadline);
    return Pet.register(PetId.restore(id), newPet);
  }

  async addAll(newPets: AsyncIterable<NewPet>, beforeCommit?: () => void): Promise<number> {
    let count = 0;
    let transactionId: string | undefined;
    const adding = inTransaction(this.dataSource, async (runner) => {
      for await (const batch of batches(newPets, importBatchSize)) {
        await runner.query(importPets, toParameterArrays(batch));
        count += batch.length;
      }
      // The id lets the operator find out the outcome if the connection is lost during COMMIT.
      const [current] = (await runner.query('SELECT pg_current_xact_id() AS id')) as { id: string }[];
      transactionId = current!.id;
      beforeCommit?.();
      return count;
    });
    return adding.catch((error: unknown) => {
      throw error instanceof OutcomeUnknown ? new ImportOutcomeUnknown(count, transactionId!, error) : error;
    });
  }

  find(id: PetId, deadline = Deadline.none): Promise<Pet | undefined> {
    return this.findBatched(id.decimal, deadline);
  }

  list(query: PetQuery, deadline = Deadline.none): Promise<Pet[]> {
    return this.listBatched(query, deadline);
  }

  async lock(id: PetId, transaction: Transaction): Promise<Pet | undefined> {
    const [row] = await lockedPet.runIn(transaction, [id.decimal]);
    return row && petOf(row);
  }

  async update(pet: Pet, transaction: Transaction): Promise<void> {
    const snapshot = pet.snapshot();
    await updatedPet.runIn(
      transaction,
      storedColumns.map(({ property }) => snapshot[property]),
    );
  }

  readAll(receive: (batch: PetBatch) => Promise<void>): Promise<void> {
    return readAllPets(this.dataSource, receive);
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
