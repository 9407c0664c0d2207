import { IdempotencyConflict, type IdempotencyKey, type Deadline } from '@petstore/kernel';
import type { DataSource } from 'typeorm';
import { PendingCall } from '../batching/batcher.ts';
import { executeBatch, failPending, type BatchStatement } from '../batching/execute-batch.ts';
import { DatabaseUnavailable } from '../database.errors.ts';
import { runQueued } from '../lock-queue.ts';
import { PreparedStatement } from '../prepared-statement.ts';
import {
  createdId,
  isInserted,
  isKeyLocked,
  keyParameterCount,
  keyParameters,
  keyRowColumns,
  rememberKey,
  type KeyedKind,
  type KeyRow,
} from './key-row.ts';

/** The parts of the statement that inserts one kind of row with an idempotency key. */
export interface IdempotentInsertSpec<Input> extends KeyedKind<Input> {
  /** Name of the prepared statement. */
  readonly name: string;
  /**
   * Returns the INSERT.
   * @param source FROM clause with one row or none
   * @param id SQL expression for the id
   * @param firstParameter number of the first parameter of `parametersOf`
   */
  readonly insert: (source: string, id: string, firstParameter: number) => string;
  readonly parametersOf: (input: Input) => readonly unknown[];
}

type KeyedInput<Input> = readonly [input: Input, key: IdempotencyKey];

/** Inserts a row once for each idempotency key. */
export class IdempotentInsert<Input> {
  /**
   * Inserts key and row in one autocommitted statement, and returns the key's row. The row is inserted only if the key's row is
   * new.
   */
  readonly statement: PreparedStatement<KeyRow>;
  private readonly batchStatement: BatchStatement<KeyedInput<Input>, string, KeyRow>;

  constructor(private readonly spec: IdempotentInsertSpec<Input>) {
    const { name, idSequence, insert } = spec;
    this.statement = new PreparedStatement(
      name,
      `WITH remembered AS (
        ${rememberKey(idSequence)}
      ), inserted AS (
        ${insert(`remembered WHERE ${isInserted(idSequence)}`, 'created_id', keyParameterCount + 1)}
      )
      SELECT ${keyRowColumns} FROM remembered`,
    );
    this.batchStatement = {
      statement: this.statement,
      effect: 'change',
      parametersOf: ([keyed]) => this.parametersOf(...keyed!),
      resultsOf: ([row], [keyed]) => [createdId(spec, row!, keyed![0])],
    };
  }

  /**
   * Inserts the row, or finds the row that an earlier insert with the same key and input has inserted.
   * @returns the id of the row
   * @throws IdempotencyMismatch if the key belongs to another kind or input
   * @throws IdempotencyConflict if an insert with the same key is still running at the lock timeout
   * @throws DatabaseUnavailable if the deadline passes while the insert waits for others with the same key in this process
   * @throws DatabaseUnavailable, OutcomeUnknown as `toDomainError` returns them
   */
  execute(dataSource: DataSource, input: Input, key: IdempotencyKey, deadline: Deadline): Promise<string> {
    return new Promise((resolve, reject) => {
      const calls = [new PendingCall<KeyedInput<Input>, string>([input, key], deadline, resolve, reject)];
      const expire = () => failPending(calls, new DatabaseUnavailable(new Error('the queue of the key is too long')));
      const timer = deadline.at === Infinity ? undefined : setTimeout(expire, deadline.delay(performance.now()));
      const execute = () => {
        clearTimeout(timer);
        return executeBatch(dataSource, this.batchStatement, calls);
      };
      void runQueued(dataSource, [key.resource], execute).then((error) => {
        if (error !== undefined) failPending(calls, isKeyLocked(error) ? new IdempotencyConflict() : error);
      });
    });
  }

  /** The parameters of `statement`. */
  parametersOf(input: Input, key: IdempotencyKey): unknown[] {
    return [...keyParameters(this.spec, input, key), ...this.spec.parametersOf(input)];
  }
}
