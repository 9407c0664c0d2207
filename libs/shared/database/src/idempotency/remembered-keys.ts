import { IdempotencyConflict, type IdempotencyKey, type Transaction } from '@petstore/kernel';
import { PreparedStatement } from '../prepared-statement.ts';
import {
  createdId,
  isInserted,
  isKeyLocked,
  keyParameters,
  keyRowColumns,
  rememberKey,
  type KeyedKind,
  type KeyRow,
} from './key-row.ts';

/** The id that belongs to an idempotency key. */
export interface RememberedId {
  readonly id: string;
  /** Whether an earlier transaction has created the resource with this id. Otherwise this transaction must create it. */
  readonly isCreated: boolean;
}

type RememberedRow = readonly [...KeyRow, isInserted: string];

/** Stores idempotency keys in a transaction that changes more than one row. If the transaction fails, its key is not stored. */
export class RememberedKeys<Input> {
  private readonly statement: PreparedStatement<RememberedRow>;

  constructor(private readonly keyedKind: KeyedKind<Input>) {
    const { kind, idSequence } = keyedKind;
    this.statement = new PreparedStatement(
      `remember_${kind}`,
      `WITH remembered AS (
        ${rememberKey(idSequence)}
      )
      SELECT ${keyRowColumns}, ${isInserted(idSequence)} FROM remembered`,
    );
  }

  /**
   * Stores the key with the next id, or returns the id that is stored with it. Waits for a transaction with the same key.
   * @throws IdempotencyMismatch if the key belongs to another kind or input
   * @throws IdempotencyConflict if a transaction with the same key is still running at the lock timeout
   */
  async remember(transaction: Transaction, input: Input, key: IdempotencyKey): Promise<RememberedId> {
    const rows = await this.statement
      .runIn(transaction, keyParameters(this.keyedKind, input, key))
      .catch((error: unknown) => {
        throw isKeyLocked(error) ? new IdempotencyConflict() : error;
      });
    const [id, kind, fingerprint, isNew] = rows[0]!;
    const remembered = createdId(this.keyedKind, [id, kind, fingerprint], input);
    if (remembered instanceof Error) throw remembered;
    return { id: remembered, isCreated: isNew !== 't' };
  }
}
