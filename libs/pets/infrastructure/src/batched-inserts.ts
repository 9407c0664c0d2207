import {
  answerCalls,
  answerCallsAlike,
  batcher,
  failWaiting,
  isRowError,
  type Call,
  type SharedStatement,
} from '@petstore/database';
import type { Deadline } from '@petstore/kernel';
import { Pet, PetId, type NewPet } from '@petstore/pets-domain';
import type { DataSource } from 'typeorm';
import { newPetArrays, newPets, parseIntegers } from './pet-statements.ts';

const insert: SharedStatement<NewPet, Pet, readonly [ids: string]> = {
  statement: newPets,
  asked: 'change',
  valuesOf: newPetArrays,
  answersOf: ([row], inserted) =>
    parseIntegers(row![0]).map((id, index) => Pet.register(PetId.restore(id), inserted[index]!)),
};

/**
 * Animals per statement. Requests that waited for the same event, such as the check of their API key, can continue in one
 * event-loop iteration by the hundreds. One statement for all of them could exceed its timeout, and all would fail.
 */
const maxBatchSize = 64;

/** Inserts animals: one autocommitted statement for the inserts of one event-loop iteration. */
export function batchedInserts(dataSource: DataSource): (newPet: NewPet, deadline: Deadline) => Promise<Pet> {
  const insertBatch = async (calls: readonly Call<NewPet, Pet>[]): Promise<void> => {
    const error = await answerCalls(dataSource, insert, calls);
    if (error === undefined) return;
    // If PostgreSQL rejected a row, it inserted none, and each row can be retried separately. After any other error the
    // rows may have been inserted, and a second statement would insert them again.
    if (calls.length === 1 || !isRowError(error)) return failWaiting(calls, error);
    for (const call of calls) if (!call.isSettled) void answerCallsAlike(dataSource, insert, [call]);
  };
  return batcher((calls) => void insertBatch(calls), maxBatchSize);
}
