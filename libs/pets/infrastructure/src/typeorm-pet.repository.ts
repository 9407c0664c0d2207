import { inTransaction, OutcomeUnknown } from '@petstore/database';
import { Deadline } from '@petstore/kernel';
import {
  PetRepository,
  type IdempotencyKey,
  type NewPet,
  type Pet,
  type PetId,
  type PetQuery,
} from '@petstore/pets-domain';
import type { DataSource } from 'typeorm';
import { batchedFinds } from './batched-finds.ts';
import { batchedInserts } from './batched-inserts.ts';
import { batchedLists } from './batched-lists.ts';
import { IdempotentInserts } from './idempotent-inserts.ts';
import { ImportOutcomeUnknown } from './import-outcome-unknown.ts';
import { importPets, newPetArrays } from './pet-statements.ts';

/** Animals per statement of an import. */
const importBatchSize = 1_000;

export class TypeOrmPetRepository extends PetRepository {
  private readonly idempotentInserts: IdempotentInserts;
  private readonly findOne: (id: string, deadline: Deadline) => Promise<Pet | undefined>;
  private readonly listPage: (query: PetQuery, deadline: Deadline) => Promise<Pet[]>;
  private readonly insert: (newPet: NewPet, deadline: Deadline) => Promise<Pet>;

  constructor(private readonly dataSource: DataSource) {
    super();
    this.idempotentInserts = new IdempotentInserts(dataSource);
    this.findOne = batchedFinds(dataSource);
    this.listPage = batchedLists(dataSource);
    this.insert = batchedInserts(dataSource);
  }

  add(newPet: NewPet, deadline = Deadline.none): Promise<Pet> {
    return this.insert(newPet, deadline);
  }

  addOnce(newPet: NewPet, key: IdempotencyKey, deadline = Deadline.none): Promise<Pet> {
    return this.idempotentInserts.insert(newPet, key, deadline);
  }

  forgetIdempotencyKeys(limit: number): Promise<number> {
    return this.idempotentInserts.deleteExpiredKeys(limit);
  }

  async addAll(newPets: AsyncIterable<NewPet>, beforeCommit?: () => void): Promise<number> {
    let count = 0;
    let transactionId: string | undefined;
    const adding = inTransaction(this.dataSource, async (runner) => {
      for await (const batch of batches(newPets, importBatchSize)) {
        await runner.query(importPets, newPetArrays(batch));
        count += batch.length;
      }
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
    return this.findOne(id.decimal, deadline);
  }

  list(query: PetQuery, deadline = Deadline.none): Promise<Pet[]> {
    return this.listPage(query, deadline);
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
