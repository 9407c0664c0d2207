import {
  isRowError,
  answerCalls,
  answerCallsAlike,
  failWaiting,
  type SharedStatement,
  batcher,
  type Call,
} from '@petstore/database';
import type { Deadline } from '@petstore/kernel';
import { Pet, PetId, type NewPet } from '@petstore/pets-domain';
import type { DataSource } from 'typeorm';
import { integersOf, newPets } from './pet-statements.ts';
import { toRow } from './pet.table.ts';

const adds: SharedStatement<NewPet, Pet, readonly [ids: string]> = {
  statement: newPets,
  asked: 'change',
  valuesOf(asked) {
    const rows = asked.map(toRow);
    return [rows.map(({ name }) => name), rows.map((row) => row.categoryId), rows.map((row) => row.status)];
  },
  answersOf: ([row], asked) => integersOf(row![0]).map((id, index) => Pet.register(PetId.restore(id), asked[index]!)),
};

/**
 * Animals that one statement adds at most. After a wait that requests shared, such as the check of their key, hundreds of
 * them go on in one iteration: a statement for all could exceed its time limit, and would fail all.
 */
const mostAdds = 64;

/** Adds animals, those of one iteration of the event loop with one autocommitted statement. */
export function sharedAdds(dataSource: DataSource): (newPet: NewPet, deadline: Deadline) => Promise<Pet> {
  const add = async (calls: readonly Call<NewPet, Pet>[]): Promise<void> => {
    const error = await answerCalls(dataSource, adds, calls);
    if (error === undefined) return;
    // PostgreSQL rejected one of the rows, and added none of them: each row may be tried on its own. After
    // any other failure the rows may be there already, and a second statement would add them twice.
    if (calls.length === 1 || !isRowError(error)) return failWaiting(calls, error);
    for (const call of calls) if (!call.isSettled) void answerCallsAlike(dataSource, adds, [call]);
  };
  return batcher((calls) => void add(calls), mostAdds);
}
