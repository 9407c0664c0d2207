import {
  batchOptions,
  DatabaseUnavailable,
  IdempotencyKeys,
  inTransaction,
  isRowError,
  OutcomeUnknown,
  readUntilAborted,
  runnerOf,
  translate,
  TypeOrmTransactions,
} from '@petstore/database';
import {
  TimeLimitExceeded,
  untilAborted,
  type AbortSignal,
  type IdempotencyKey,
  type Transaction,
} from '@petstore/kernel';
import { Pet, PetId, PetRepository, type NewPet, type PetBatch, type PetQuery } from '@petstore/pets-domain';
import DataLoader from 'dataloader';
import { MoreThan, type DataSource } from 'typeorm';
import { ImportOutcomeUnknown } from './import-outcome-unknown.ts';
import { listLoader } from './list-loader.ts';
import { beforeFirstId, insertPetsParameters, insertPets, selectPetsById } from './pet-statements.ts';
import { parseIntegers, PetEntity, rowOf, toPets } from './pet.entity.ts';

/** A pet to insert. */
interface Insert {
  readonly newPet: NewPet;
  readonly signal: AbortSignal | undefined;
  /** Whether it is part of a statement that was sent. */
  isSent: boolean;
}

/**
 * Maximum number of pets per statement. Hundreds of requests can continue in one event-loop iteration, for example after they
 * waited for the same check of an API key. One statement for all of them could exceed its timeout and fail all of them.
 */
const maxInserts = 64;

/** Number of pets per statement of an import. */
const importBatchSize = 1_000;

/** Number of pets per statement of an export. With names of 255 code points, a batch takes about 4 MB. */
const exportBatchSize = 2_000;

/** For a transaction that waits for a slow source, or for a slow reader of its output. pg_dump does it, too. */
const unlimitedIdleTime = 'SET LOCAL idle_in_transaction_session_timeout = 0';

const keys = new IdempotencyKeys<NewPet>('pet', ({ canonical }) => canonical);

export class TypeOrmPetRepository extends PetRepository {
  private readonly transactions: TypeOrmTransactions;
  private readonly finds: DataLoader<string, Pet | undefined>;
  private readonly lists: DataLoader<PetQuery, Pet[]>;
  private readonly inserts: DataLoader<Insert, Pet>;

  constructor(private readonly dataSource: DataSource) {
    super();
    this.transactions = new TypeOrmTransactions(dataSource);
    this.finds = new DataLoader((ids) => this.findAll(ids), batchOptions);
    this.lists = listLoader(dataSource);
    this.inserts = new DataLoader((inserts) => this.insertAll(inserts), { ...batchOptions, maxBatchSize: maxInserts });
  }

  add(newPet: NewPet, signal?: AbortSignal): Promise<Pet> {
    const insert: Insert = { newPet, signal, isSent: false };
    const abortError = () => new (insert.isSent ? OutcomeUnknown : DatabaseUnavailable)(new TimeLimitExceeded());
    return untilAborted(this.inserts.load(insert), signal, abortError);
  }

  addOnce(newPet: NewPet, key: IdempotencyKey, signal?: AbortSignal): Promise<Pet> {
    const add = async (transaction: Transaction) => {
      let id = await keys.claim(transaction, newPet, key);
      if (id === undefined) {
        const [row] = await insertPets.runIn(transaction, insertPetsParameters([newPet]));
        [id] = parseIntegers(row![0]) as [string];
        await keys.complete(transaction, key, id);
      }
      return Pet.register(new PetId(id), newPet);
    };
    return this.transactions.run(add, { resources: [key.resource], signal });
  }

  async addAll(pets: AsyncIterable<NewPet>, beforeCommit?: () => void): Promise<number> {
    let count = 0;
    let transactionId: string | undefined;
    const adding = inTransaction(this.dataSource, async ({ manager }) => {
      await manager.query(unlimitedIdleTime);
      for await (const batch of batches(pets, importBatchSize)) {
        await manager.query(insertPets.text, insertPetsParameters(batch));
        count += batch.length;
      }
      // The id lets the operator find out the outcome if the connection is lost during COMMIT.
      const [current] = await manager.query<{ id: string }[]>('SELECT pg_current_xact_id() AS id');
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
    const [row] = await selectPetsById.read(this.dataSource, [ids]);
    const pets = new Map<string, Pet>();
    for (const pet of toPets(row!)) pets.set(pet.id.decimal, pet);
    return ids.map((id) => pets.get(id));
  }

  /** Inserts the pets whose signal has not aborted when there is a connection. */
  private async insertAll(inserts: readonly Insert[]): Promise<(Pet | Error)[]> {
    try {
      return await this.insertTogether(inserts);
    } catch (error) {
      // If PostgreSQL rejected a row, it inserted no row, so each row can be inserted separately. After any other error,
      // PostgreSQL may have inserted the rows, and a second statement would insert them again.
      if (inserts.length === 1 || !isRowError(error)) throw error;
      const separately = inserts.map((insert) => this.insertTogether([insert]).catch((failure: Error) => [failure]));
      return (await Promise.all(separately)).flat();
    }
  }

  private async insertTogether(inserts: readonly Insert[]): Promise<(Pet | Error)[]> {
    const send = () => {
      for (const insert of inserts) insert.isSent = !insert.signal?.aborted;
      const sent = inserts.filter(({ isSent }) => isSent);
      return sent.length > 0 ? insertPetsParameters(sent.map(({ newPet }) => newPet)) : undefined;
    };
    const rows = await insertPets.run(this.dataSource, send).catch(translate('change'));
    const ids = rows.flatMap(([array]) => parseIntegers(array));
    return inserts.map(({ newPet, isSent }) =>
      isSent ? Pet.register(new PetId(ids.shift()!), newPet) : new DatabaseUnavailable(new TimeLimitExceeded()),
    );
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
