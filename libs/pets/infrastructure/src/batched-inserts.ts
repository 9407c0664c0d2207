import {
  batcher,
  executeBatch,
  executeBatchOrFailAll,
  failPending,
  isRowError,
  type BatchStatement,
  type PendingCall,
} from '@petstore/database';
import type { Deadline } from '@petstore/kernel';
import { Pet, PetId, type NewPet } from '@petstore/pets-domain';
import type { DataSource } from 'typeorm';
import { parseIntegers, toParameterArrays } from './pet-rows.ts';
import { newPets } from './pet-statements.ts';

const insert: BatchStatement<NewPet, Pet, readonly [ids: string]> = {
  statement: newPets,
  effect: 'change',
  parametersOf: toParameterArrays,
  resultsOf: ([row], inserted) =>
    parseIntegers(row![0]).map((id, index) => Pet.register(PetId.restore(id), inserted[index]!)),
};

/**
 * Maximum number of pets per statement. Hundreds of requests can continue in one event-loop iteration, for example after they
 * waited for the same check of an API key. One statement for all of them could exceed its timeout and fail all of them.
 */
const maxCalls = 64;

/**
 * Returns a function that inserts pets. Calls of one event-loop iteration share autocommitted statements of at most `maxCalls`
 * rows.
 */
export function batchedInserts(dataSource: DataSource): (newPet: NewPet, deadline: Deadline) => Promise<Pet> {
  const insertBatch = async (calls: readonly PendingCall<NewPet, Pet>[]): Promise<void> => {
    const error = await executeBatch(dataSource, insert, calls);
    if (error === undefined) return;
    // If PostgreSQL rejected a row, it inserted no row, so each row can be inserted separately. After any other error,
    // PostgreSQL may have inserted the rows, and a second statement would insert them again.
    if (calls.length === 1 || !isRowError(error)) return failPending(calls, error);
    for (const call of calls) if (!call.isSettled) void executeBatchOrFailAll(dataSource, insert, [call]);
  };
  return batcher((calls) => void insertBatch(calls), maxCalls);
}
