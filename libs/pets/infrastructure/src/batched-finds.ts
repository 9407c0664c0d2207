import { answerCallsAlike, batcher, type SharedStatement } from '@petstore/database';
import type { Deadline } from '@petstore/kernel';
import type { Pet } from '@petstore/pets-domain';
import type { DataSource } from 'typeorm';
import { petsById, toRows, type AggregatedPets } from './pet-statements.ts';
import { toPet } from './pet.table.ts';

const find: SharedStatement<string, Pet | undefined, AggregatedPets> = {
  statement: petsById,
  asked: 'read',
  valuesOf: (ids) => [ids],
  answersOf([found], ids) {
    const pets = new Map(found && toRows(found).map((row) => [row.id, toPet(row)]));
    return ids.map((id) => pets.get(id));
  },
};

/** Finds animals by id: one statement for the calls of one event-loop iteration. */
export function batchedFinds(dataSource: DataSource): (id: string, deadline: Deadline) => Promise<Pet | undefined> {
  return batcher((calls) => void answerCallsAlike(dataSource, find, calls));
}
