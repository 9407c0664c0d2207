import { hash } from 'node:crypto';
import {
  batchLoader,
  DatabaseUnavailable,
  drawInTransaction,
  drawUntilFree,
  IdempotencyKeys,
  isRowError,
  OutcomeUnknown,
  readUntilAborted,
  runnerOf,
  translate,
  TypeOrmTransaction,
  type KeyedRequest,
} from '@petstore/database';
import {
  IdempotencyConflict,
  TimeLimitExceeded,
  untilAborted,
  type AbortSignal,
  type IdempotencyKey,
  type Transaction,
  type Transactions,
} from '@petstore/kernel';
import { Pet, PetId, type NewPet, type RegisteredPet } from '@petstore/pets-domain';
import type DataLoader from 'dataloader';
import type { DataSource, QueryRunner } from 'typeorm';
import { insertPet, insertPets, insertPetWithKey, newId, petParameters } from './pet-statements.ts';

interface Insert {
  readonly registered: RegisteredPet;
  readonly request: KeyedRequest | undefined;
  readonly signal: AbortSignal | undefined;
  /** Whether the statement that adds the pet was sent. */
  isSent: boolean;
  /** Why the caller may not add a pet any more. */
  refusal?: Error;
}

/** What the driver's client has, which TypeORM does not declare. */
interface Client {
  query(statement: string, parameters: unknown[]): Promise<{ readonly rows: never[] }>;
}

/** Executes a statement on the connection of an insert, and returns its rows. */
type Query = <Row>(statement: string, parameters: unknown[]) => Promise<Row[]>;

/** The id of the added pet; undefined if nothing was added, because the key was not claimed. */
type Outcome = string | undefined;

/**
 * Maximum number of pets per statement. Hundreds of requests can continue in one event-loop iteration, for example after they
 * waited for the same check of an API key. One statement for all of them could exceed its timeout and fail all of them.
 */
const maxInserts = 64;

/** Adds pets. Those of one event-loop iteration, with and without idempotency keys, share a statement. */
export class InsertLoader {
  private readonly keys: IdempotencyKeys;
  private readonly statementOfOne: string;
  private readonly statementOfMany: string;
  private readonly inserts: DataLoader<Insert, Outcome>;

  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
  ) {
    this.keys = new IdempotencyKeys('pet', dataSource);
    this.statementOfOne = insertPetWithKey(this.keys.claimOne(newId));
    this.statementOfMany = insertPets(this.keys.claims);
    this.inserts = batchLoader((inserts) => this.insertAll(inserts), maxInserts);
  }

  /** As `PetRepository.add`. */
  async add(registered: RegisteredPet, key?: IdempotencyKey, signal?: AbortSignal): Promise<Pet> {
    const request = key && { key, fingerprint: fingerprintOf(registered.newPet) };
    const insert: Insert = { registered, request, signal, isSent: false };
    const abortError = () => new (insert.isSent ? OutcomeUnknown : DatabaseUnavailable)(new TimeLimitExceeded());
    let id = await untilAborted(this.inserts.load(insert), signal, abortError);
    if (request) {
      id ??= await readUntilAborted(this.keys.find(request), signal);
      id ??= await this.addAlone(insert, request);
    }
    return Pet.create(new PetId(id!), registered.newPet);
  }

  /** Adds a pet whose key is in use, or was deleted because it had expired. Waits for the transaction that uses the key. */
  private addAlone(insert: Insert, request: KeyedRequest): Promise<string> {
    const insertOne = (transaction: Transaction) => {
      const { manager } = runnerOf(transaction);
      return drawInTransaction(transaction, () => this.insert(manager.query.bind(manager) as Query, [insert]));
    };
    const add = async (transaction: Transaction) => {
      const known = await this.keys.claim(transaction, request);
      const [id] = known === undefined ? await insertOne(transaction) : [known];
      // An instance of an earlier release has claimed the key. It does not take the lock of the key.
      if (id === undefined) throw new IdempotencyConflict();
      return id;
    };
    return this.transactions.run(add, { key: request.key, signal: insert.signal });
  }

  private async insertAll(inserts: readonly Insert[]): Promise<(Outcome | Error)[]> {
    const rows = mergeByKey(inserts);
    const outcomes = await this.insertRows(rows);
    const outcomeOf = new Map(rows.flatMap((row, index) => row.map((insert) => [insert, outcomes[index]])));
    // An insert without a row has the key of another row: `add` then looks for the id that the key has created.
    return inserts.map((insert) =>
      outcomeOf.has(insert) && !insert.isSent
        ? (insert.refusal ?? new DatabaseUnavailable(new TimeLimitExceeded()))
        : outcomeOf.get(insert),
    );
  }

  private async insertRows(rows: readonly (readonly Insert[])[]): Promise<(Outcome | Error)[]> {
    const insertAlone = (row: readonly Insert[]) => drawUntilFree(() => this.insertTogether([row]));
    try {
      return rows.length === 1 ? await insertAlone(rows[0]!) : await this.insertTogether(rows);
    } catch (error) {
      // If PostgreSQL rejected a row, it inserted no row, so each row can be inserted separately. After any other error,
      // PostgreSQL may have inserted the rows, and a second statement would insert them again.
      if (rows.length === 1 || !isRowError(error)) throw error;
      const separately = rows.map((row) => insertAlone(row).catch((failure: Error) => [failure]));
      return (await Promise.all(separately)).flat();
    }
  }

  /** Waits for a connection, and then inserts the rows for which a caller still waits, and still may: see AbortSignal. */
  private async insertTogether(rows: readonly (readonly Insert[])[]): Promise<Outcome[]> {
    let runner: QueryRunner | undefined;
    try {
      runner = this.dataSource.createQueryRunner();
      const client = (await runner.connect()) as Client;
      // The runner's own `query` takes more CPU.
      const query: Query = async (statement, parameters) => {
        this.dataSource.logger.logQuery(statement, parameters);
        const { rows } = await client.query(statement, parameters);
        return rows;
      };
      const transaction = new TypeOrmTransaction(runner);
      for (const insert of rows.flat()) {
        const verifying = insert.signal?.verifyCaller?.(transaction);
        await verifying?.catch((error: Error) => (insert.refusal = error));
      }
      for (const insert of rows.flat()) insert.isSent = !insert.signal?.aborted && !insert.refusal;
      const sent = rows.filter((row) => row.some(({ isSent }) => isSent));
      const inserts = sent.map(([insert]) => insert!);
      const ids = inserts.length > 0 ? await this.insert(query, inserts) : [];
      return rows.map((row) => (sent.includes(row) ? ids.shift() : undefined));
    } catch (error) {
      return translate('change')(error);
    } finally {
      await runner?.release();
    }
  }

  /** Inserts pets and their events in one statement, and returns the outcome of each. */
  private async insert(query: Query, inserts: readonly Insert[]): Promise<Outcome[]> {
    const pets = petParameters(inserts.map(({ registered }) => registered));
    const requests = inserts.map(({ request }) => request);
    const keys = [
      requests.map((request) => request?.key.owner),
      requests.map((request) => request?.key.text),
      requests.map((request) => request?.fingerprint),
    ];
    if (inserts.length === 1) {
      const [statement, parameters] = requests[0] ? [this.statementOfOne, [...keys, ...pets]] : [insertPet, pets];
      const [row] = await query<{ id: string }>(statement, parameters.flat());
      return [row?.id];
    }
    const [row] = await query<{ ids: (string | null)[] }>(this.statementOfMany, [...keys, ...pets]);
    return row!.ids.map((id) => id ?? undefined);
  }
}

/**
 * Returns the rows of a statement, each with the inserts that it serves: inserts with the same key and the same NewPet are one row. If
 * a key has several NewPets, only the first of them gets a row, and the others are in no row.
 */
function mergeByKey(inserts: readonly Insert[]): Insert[][] {
  /** By the key, or by the insert if it has no key. */
  const rows = new Map<unknown, Insert[]>();
  for (const insert of inserts) {
    const { request } = insert;
    const name = request ? `${request.key.owner} ${request.key.text}` : insert;
    const row = rows.get(name);
    if (!row) rows.set(name, [insert]);
    else if (row[0]!.request!.fingerprint === request!.fingerprint) row.push(insert);
  }
  return [...rows.values()];
}

/** See KeyedRequest for the text that is hashed. */
export function fingerprintOf(newPet: NewPet): string {
  const { name, categoryId, status, ...others } = newPet.plain();
  return hash('sha256', JSON.stringify([name, categoryId, status, ...Object.entries(others)]), 'hex');
}
