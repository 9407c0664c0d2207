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
import { ImportOutcomeUnknown } from './import-outcome-unknown.ts';
import { toRow, type PetRow } from './pet.table.ts';
import { RememberedCreates } from './idempotent-inserts.ts';
import { sharedAdds } from './batched-inserts.ts';
import { sharedFinds } from './batched-finds.ts';
import { sharedLists } from './batched-lists.ts';

const batchSize = 1_000;

export class TypeOrmPetRepository extends PetRepository {
  private readonly remembered: RememberedCreates;
  private readonly finds: (id: string, deadline: Deadline) => Promise<Pet | undefined>;
  private readonly lists: (query: PetQuery, deadline: Deadline) => Promise<Pet[]>;
  private readonly adds: (newPet: NewPet, deadline: Deadline) => Promise<Pet>;

  constructor(private readonly dataSource: DataSource) {
    super();
    this.remembered = new RememberedCreates(dataSource);
    this.finds = sharedFinds(dataSource);
    this.lists = sharedLists(dataSource);
    this.adds = sharedAdds(dataSource);
  }

  add(newPet: NewPet, deadline = Deadline.none): Promise<Pet> {
    return this.adds(newPet, deadline);
  }

  addOnce(newPet: NewPet, key: IdempotencyKey, deadline = Deadline.none): Promise<Pet> {
    return this.remembered.add(newPet, key, deadline);
  }

  forgetIdempotencyKeys(limit: number): Promise<number> {
    return this.remembered.forget(limit);
  }

  async addAll(newPets: AsyncIterable<NewPet>, beforeCommit?: () => void): Promise<number> {
    let count = 0;
    let transactionId: string | undefined;
    const adding = inTransaction(this.dataSource, async (runner) => {
      for await (const batch of batches(newPets, batchSize)) {
        await runner.query(
          `INSERT INTO pets (name, category_id, status)
           SELECT name, category_id, status FROM unnest($1::text[], $2::bigint[], $3::text[])
             WITH ORDINALITY AS new_pet (name, category_id, status, position) ORDER BY position`,
          columnsOf(batch.map(toRow)),
        );
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
    return this.finds(id.decimal, deadline);
  }

  list(query: PetQuery, deadline = Deadline.none): Promise<Pet[]> {
    return this.lists(query, deadline);
  }
}

function columnsOf(rows: readonly Omit<PetRow, 'id'>[]): string[][] {
  return [rows.map(({ name }) => name), rows.map(({ categoryId }) => categoryId), rows.map(({ status }) => status)];
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
