import {
  batcher,
  executeBatch,
  executeBatchOrFailAll,
  failPending,
  isRowError,
  type Batching,
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
 * Pets per statement. Requests that waited for the same event, such as the check of their API key, can continue in one
 * event-loop iteration by the hundreds. One statement for all of them could exceed its timeout, and all would fail.
 */
const maxCalls = 64;

/** Inserts pets: one autocommitted statement for the inserts of one event-loop iteration. */
export function batchedInserts(
  dataSource: DataSource,
  { enabled }: Batching,
): (newPet: NewPet, deadline: Deadline) => Promise<Pet> {
  const insertBatch = async (calls: readonly PendingCall<NewPet, Pet>[]): Promise<void> => {
    const error = await executeBatch(dataSource, insert, calls);
    if (error === undefined) return;
    // If PostgreSQL rejected a row, it inserted none, and each row can be retried separately. After any other error the
    // rows may have been inserted, and a second statement would insert them again.
    if (calls.length === 1 || !isRowError(error)) return failPending(calls, error);
    for (const call of calls) if (!call.isSettled) void executeBatchOrFailAll(dataSource, insert, [call]);
  };
  return batcher((calls) => void insertBatch(calls), { enabled, maxCalls });
}
