import { answerCallsAlike, type SharedStatement, batcher } from '@petstore/database';
import type { Deadline } from '@petstore/kernel';
import type { Pet } from '@petstore/pets-domain';
import type { DataSource } from 'typeorm';
import { petsById, rowsOf, type PetColumns } from './pet-statements.ts';
import { toPet } from './pet.table.ts';

const finds: SharedStatement<string, Pet | undefined, PetColumns> = {
  statement: petsById,
  asked: 'read',
  valuesOf: (ids) => [ids],
  answersOf([found], ids) {
    const pets = new Map(found && rowsOf(found).map((row) => [row.id, toPet(row)]));
    return ids.map((id) => pets.get(id));
  },
};

/** Finds animals by id, those of one iteration of the event loop with one statement. */
export function sharedFinds(dataSource: DataSource): (id: string, deadline: Deadline) => Promise<Pet | undefined> {
  return batcher((calls) => void answerCallsAlike(dataSource, finds, calls));
}
