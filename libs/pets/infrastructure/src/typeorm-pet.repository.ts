import { translate } from '@petstore/database';
import { PetId, Pet, PetRepository, type IdempotencyKey, type NewPet, type PetQuery } from '@petstore/pets-domain';
import { MoreThan, type DataSource, type Repository } from 'typeorm';
import { petTable, toPet, toRow, type PetRow } from './pet.table.ts';
import { RememberedCreates } from './remembered-creates.ts';

const batchSize = 1_000;

export class TypeOrmPetRepository extends PetRepository {
  private readonly rows: Repository<PetRow>;
  private readonly remembered: RememberedCreates;

  constructor(private readonly dataSource: DataSource) {
    super();
    this.rows = dataSource.getRepository(petTable);
    this.remembered = new RememberedCreates(dataSource);
  }

  /** One autocommitted statement: `save` would make three round trips of it. */
  async add(newPet: NewPet): Promise<Pet> {
    const inserted = await this.rows.insert(toRow(newPet)).catch(translate('change'));
    const { id } = inserted.generatedMaps[0] as Pick<PetRow, 'id'>;
    return Pet.register(PetId.restore(id), newPet);
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

  async find(id: PetId): Promise<Pet | undefined> {
    const row = await this.rows.findOneBy({ id: id.decimal }).catch(translate('read'));
    return row ? toPet(row) : undefined;
  }

  async list({ status, after, limit }: PetQuery): Promise<Pet[]> {
    const where = { ...(status && { status: status.value }), ...(after && { id: MoreThan(after.decimal) }) };
    const rows = await this.rows.find({ where, order: { id: 'ASC' }, take: limit }).catch(translate('read'));
    return rows.map(toPet);
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
