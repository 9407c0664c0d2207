import { translate } from '@petstore/database';
import {
  PetRepository,
  type IdempotencyKey,
  type NewPet,
  type Pet,
  type PetId,
  type PetQuery,
} from '@petstore/pets-domain';
import type { DataSource } from 'typeorm';
import { toRow, type PetRow } from './pet.table.ts';
import { RememberedCreates } from './remembered-creates.ts';
import { sharedAdds } from './shared-adds.ts';
import { sharedFinds } from './shared-finds.ts';
import { sharedLists } from './shared-lists.ts';

const batchSize = 1_000;

export class TypeOrmPetRepository extends PetRepository {
  private readonly remembered: RememberedCreates;
  private readonly finds: (id: string) => Promise<Pet | undefined>;
  private readonly lists: (query: PetQuery) => Promise<Pet[]>;
  private readonly adds: (newPet: NewPet) => Promise<Pet>;

  constructor(private readonly dataSource: DataSource) {
    super();
    this.remembered = new RememberedCreates(dataSource);
    this.finds = sharedFinds(dataSource);
    this.lists = sharedLists(dataSource);
    this.adds = sharedAdds(dataSource);
  }

  add(newPet: NewPet): Promise<Pet> {
    return this.adds(newPet);
  }

  addOnce(newPet: NewPet, key: IdempotencyKey): Promise<Pet> {
    return this.remembered.add(newPet, key);
  }

  forgetIdempotencyKeys(limit: number): Promise<number> {
    return this.remembered.forget(limit);
  }

  async addAll(newPets: AsyncIterable<NewPet>): Promise<number> {
    const source = new Source(newPets);
    const adding = this.dataSource.transaction(async (manager) => {
      let count = 0;
      for await (const batch of source.batches(batchSize)) {
        await manager.query(
          `INSERT INTO pets (name, category_id, status)
           SELECT name, category_id, status FROM unnest($1::text[], $2::bigint[], $3::text[])
             WITH ORDINALITY AS new_pet (name, category_id, status, position) ORDER BY position`,
          columnsOf(batch.map(toRow)),
        );
        count += batch.length;
      }
      return count;
    });
    return adding.catch((failure: unknown) => (source.failed ? Promise.reject(failure) : translate('change')(failure)));
  }

  find(id: PetId): Promise<Pet | undefined> {
    return this.finds(id.decimal);
  }

  list(query: PetQuery): Promise<Pet[]> {
    return this.lists(query);
  }
}

function columnsOf(rows: readonly Omit<PetRow, 'id'>[]): string[][] {
  return [rows.map(({ name }) => name), rows.map(({ categoryId }) => categoryId), rows.map(({ status }) => status)];
}

/** What is added, remembering whether it was the source that failed: its failures are not the database's. */
class Source<T> {
  failed = false;

  constructor(private readonly items: AsyncIterable<T>) {}

  async *batches(size: number): AsyncGenerator<T[]> {
    let batch: T[] = [];
    for await (const item of this.watched()) {
      batch.push(item);
      if (batch.length < size) continue;
      yield batch;
      batch = [];
    }
    if (batch.length > 0) yield batch;
  }

  private async *watched(): AsyncGenerator<T> {
    try {
      for await (const item of this.items) yield item;
    } catch (failure) {
      this.failed = true;
      throw failure;
    }
  }
}
