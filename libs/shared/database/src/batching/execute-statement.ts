import type { Deadline } from '@petstore/kernel';
import type { DataSource } from 'typeorm';
import type { PreparedStatement } from '../prepared-statement.ts';
import { PendingCall } from './batcher.ts';
import { executeBatchOrFailAll, type BatchStatement } from './execute-batch.ts';

/**
 * Executes a prepared statement for one call, without batching.
 * @param effect whether the statement changes data
 * @returns the rows, with the columns as the text that PostgreSQL sent
 * @throws DatabaseUnavailable if the statement was not executed, or if the deadline of a `read` has passed
 * @throws OutcomeUnknown if there was no response to a `change`, or if the deadline has passed after it was sent
 */
export function executeStatement<Row extends readonly unknown[]>(
  dataSource: DataSource,
  statement: PreparedStatement<Row>,
  effect: 'read' | 'change',
  parameters: readonly unknown[],
  deadline: Deadline,
): Promise<readonly Row[]> {
  const batchStatement: BatchStatement<readonly unknown[], readonly Row[], Row> = {
    statement,
    effect,
    parametersOf: () => parameters,
    resultsOf: (rows) => [rows],
  };
  return new Promise((resolve, reject) => {
    void executeBatchOrFailAll(dataSource, batchStatement, [new PendingCall(parameters, deadline, resolve, reject)]);
  });
}
