import { createHash } from 'node:crypto';
import { IdempotencyConflict, IdempotencyMismatch, type Deadline, type IdempotencyKey } from '@petstore/kernel';
import type { DataSource } from 'typeorm';
import { PendingCall } from '../batching/batcher.ts';
import { executeBatch, failPending, type BatchStatement } from '../batching/execute-batch.ts';
import { DatabaseUnavailable } from '../database.errors.ts';
import { PreparedStatement } from '../prepared-statement.ts';
import { expiryCutoff, idempotencyKeyTable } from './idempotency-key.table.ts';

/** The parts of the statement that inserts one kind of row with an idempotency key. */
export interface IdempotentInsertSpec<Input> {
  /** Name of the prepared statement. */
  readonly name: string;
  /** Name of the kind, stored with the key. It must not change between releases. */
  readonly kind: string;
  /** SQL expression for the sequence of the ids. */
  readonly idSequence: string;
  /**
   * Returns the INSERT.
   * @param source FROM clause with one row or none
   * @param id SQL expression for the id
   * @param firstParameter number of the first parameter of `parametersOf`
   */
  readonly insert: (source: string, id: string, firstParameter: number) => string;
  readonly parametersOf: (input: Input) => readonly unknown[];
  /**
   * Returns equal texts for equal inputs. The hash of the text is stored for `IdempotencyKey.lifetime`. If a release changes the
   * text, a repeat of a request to the previous release fails with IdempotencyMismatch.
   */
  readonly canonicalText: (input: Input) => string;
}

type KeyedInput<Input> = readonly [input: Input, key: IdempotencyKey];

/** The row of the key. `fingerprint` is in hexadecimal digits. */
type KeyRow = readonly [createdId: string, kind: string, fingerprint: string];

/** Parameters $1 to $4 belong to the key. */
const firstOwnParameter = 5;

/** SET clause for ON CONFLICT: an unexpired row keeps its value, an expired row gets the new one. */
const keepIfUnexpired = (column: string) =>
  `${column} = CASE WHEN known.created_at > ${expiryCutoff} THEN known.${column} ELSE excluded.${column} END`;

const keptColumns = ['fingerprint', 'kind', 'created_id', 'created_at'];

/** SQLSTATE lock_not_available: the statement exceeded `lock_timeout`. */
const lockNotAvailable = '55P03';

/** Inserts a row once for each idempotency key. */
export class IdempotentInsert<Input> {
  /**
   * Inserts key and row in one autocommitted statement, and returns the key's row. A concurrent statement with the same
   * key waits for the lock on the key's row. An unexpired row is updated to its own values, because RETURNING returns only
   * written rows. The row is inserted only if the key's row has the kind and the id of this statement: the id alone is not
   * enough, because each kind has a separate sequence.
   */
  readonly statement: PreparedStatement<KeyRow>;
  private readonly batchStatement: BatchStatement<KeyedInput<Input>, string, KeyRow>;

  constructor(private readonly spec: IdempotentInsertSpec<Input>) {
    const { name, kind, idSequence, insert } = spec;
    const source = `remembered WHERE kind = $4 AND created_id = pg_catalog.currval(${idSequence})`;
    this.statement = new PreparedStatement(
      name,
      `WITH remembered AS (
        INSERT INTO idempotency_keys AS known (owner, key, fingerprint, kind, created_id)
        VALUES ($1, $2, decode($3, 'hex'), $4, pg_catalog.nextval(${idSequence}))
        ON CONFLICT (owner, key) DO UPDATE SET ${keptColumns.map(keepIfUnexpired).join(', ')}
        RETURNING created_id, kind, fingerprint
      ), inserted AS (
        ${insert(source, 'created_id', firstOwnParameter)}
      )
      SELECT created_id, kind, encode(fingerprint, 'hex') FROM remembered`,
    );
    this.batchStatement = {
      statement: this.statement,
      effect: 'change',
      parametersOf: ([keyed]) => this.parametersOf(...keyed!),
      resultsOf: ([row], [keyed]) => {
        const [createdId, knownKind, fingerprint] = row!;
        const isSame = knownKind === kind && fingerprint === this.fingerprintOf(keyed![0]);
        return [isSame ? createdId : new IdempotencyMismatch()];
      },
    };
  }

  /**
   * Inserts the row, or finds the row that an earlier insert with the same key and input has inserted.
   * @returns the id of the row
   * @throws IdempotencyMismatch if the key belongs to another kind or input
   * @throws IdempotencyConflict if an insert with the same key is still running at the lock timeout
   * @throws DatabaseUnavailable, OutcomeUnknown as `toDomainError` returns them
   */
  execute(dataSource: DataSource, input: Input, key: IdempotencyKey, deadline: Deadline): Promise<string> {
    return new Promise((resolve, reject) => {
      const calls = [new PendingCall<KeyedInput<Input>, string>([input, key], deadline, resolve, reject)];
      void executeBatch(dataSource, this.batchStatement, calls).then((error) => {
        if (error !== undefined) failPending(calls, isConflict(error) ? new IdempotencyConflict() : error);
      });
    });
  }

  /** The parameters of `statement`. */
  parametersOf(input: Input, { owner, text }: IdempotencyKey): unknown[] {
    return [owner, text, this.fingerprintOf(input), this.spec.kind, ...this.spec.parametersOf(input)];
  }

  private fingerprintOf(input: Input): string {
    return createHash('sha256').update(this.spec.canonicalText(input)).digest('hex');
  }
}

/**
 * Whether another insert with the same key held the lock for which the statement waited. The error's field `where` then names
 * the keys' table. The rest of its text, including quotation marks, depends on the server's language.
 */
function isConflict(error: unknown): boolean {
  if (!(error instanceof DatabaseUnavailable)) return false;
  const { code, where } = error.cause as { code?: unknown; where?: unknown };
  return code === lockNotAvailable && String(where).includes(idempotencyKeyTable.options.name);
}
