import {
  batchLoader,
  drawInTransaction,
  readRows,
  readUntilAborted,
  runnerOf,
  TypeOrmTransactions,
} from '@petstore/database';
import { appendEvent } from '@petstore/event-log/typeorm-event-log';
import { Int64, type AbortSignal, type IdempotencyKey, type Transaction } from '@petstore/kernel';
import { Pet, PetId, PetRepository, type PetQuery, type RegisteredPet } from '@petstore/pets-domain';
import type DataLoader from 'dataloader';
import { MoreThanOrEqual, type DataSource } from 'typeorm';
import { listLoader } from './batching/list-loader.ts';
import { InsertLoader } from './batching/insert-loader.ts';
import { insertImportedPets, petParameters, selectPet, selectPets } from './batching/pet-statements.ts';
import { PetEntity } from './pet.entity.ts';

export class TypeOrmPetRepository extends PetRepository {
  private readonly finds: DataLoader<string, Pet | undefined>;
  private readonly lists: DataLoader<PetQuery, Pet[]>;
  private readonly inserts: InsertLoader;

  constructor(private readonly dataSource: DataSource) {
    super();
    this.finds = batchLoader((ids) => this.findAll(ids));
    this.lists = listLoader(dataSource);
    this.inserts = new InsertLoader(dataSource, new TypeOrmTransactions(dataSource));
  }

  add(registered: RegisteredPet, key?: IdempotencyKey, signal?: AbortSignal): Promise<Pet> {
    return this.inserts.add(registered, key, signal);
  }

  addAll(registered: readonly RegisteredPet[], transaction: Transaction): Promise<PetId[]> {
    const parameters = petParameters(registered).map((values) => JSON.stringify(values));
    return drawInTransaction(transaction, async () => {
      const [row] = await runnerOf(transaction).manager.query<{ ids: string[] }[]>(insertImportedPets, parameters);
      return row!.ids.map((id) => new PetId(id));
    });
  }

  find(id: PetId, signal?: AbortSignal): Promise<Pet | undefined> {
    return readUntilAborted(this.finds.load(id.decimal), signal);
  }

  list(query: PetQuery, signal?: AbortSignal): Promise<Pet[]> {
    return readUntilAborted(this.lists.load(query), signal);
  }

  async lock(id: PetId, transaction: Transaction): Promise<Pet | undefined> {
    const lock = { mode: 'pessimistic_write' } as const;
    const row = await runnerOf(transaction).manager.findOne(PetEntity, { where: { id: id.decimal }, lock });
    return row ? Pet.restore(row) : undefined;
  }

  async update(pet: Pet, transaction: Transaction): Promise<void> {
    await runnerOf(transaction).manager.update(PetEntity, { id: pet.id.decimal }, pet.plain());
    await appendEvent(pet.event, transaction);
  }

  async delete(pet: Pet, transaction: Transaction): Promise<void> {
    await runnerOf(transaction).manager.delete(PetEntity, { id: pet.id.decimal });
    await appendEvent(pet.event, transaction);
  }

  async read(after: PetId | undefined, limit: number, transaction: Transaction): Promise<Pet[]> {
    const where = { id: MoreThanOrEqual(Int64.nextOf(after)) };
    const rows = await runnerOf(transaction).manager.find(PetEntity, { where, order: { id: 'ASC' }, take: limit });
    return rows.map(Pet.restore);
  }

  async lastId(transaction: Transaction): Promise<PetId | undefined> {
    const last = { select: { id: true }, order: { id: 'DESC' }, take: 1 } as const;
    const [row] = await runnerOf(transaction).manager.find(PetEntity, last);
    return row && new PetId(row.id);
  }

  private async findAll(ids: readonly string[]): Promise<(Pet | undefined)[]> {
    const [text, values] = ids.length === 1 ? [selectPet, ids] : [selectPets, [ids]];
    const rows = await readRows<PetEntity>(this.dataSource, text!, values as unknown[]);
    const pets = new Map(rows.map((row) => [row.id, Pet.restore(row)]));
    return ids.map((id) => pets.get(id));
  }
}
