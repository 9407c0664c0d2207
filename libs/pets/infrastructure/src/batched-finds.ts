import { batcher, executeBatchOrFailAll, type BatchStatement } from '@petstore/database';
import type { Deadline } from '@petstore/kernel';
import type { Pet } from '@petstore/pets-domain';
import type { DataSource } from 'typeorm';
import { toPet, toRows, type AggregatedPets } from './pet-rows.ts';
import { petsById } from './pet-statements.ts';

const find: BatchStatement<string, Pet | undefined, AggregatedPets> = {
  statement: petsById,
  effect: 'read',
  parametersOf: (ids) => [ids],
  resultsOf([found], ids) {
    const pets = new Map(found && toRows(found).map((row) => [row.id, toPet(row)]));
    return ids.map((id) => pets.get(id));
  },
};

/** Returns a function that finds pets by id. Calls of one event-loop iteration share a statement. */
export function batchedFinds(dataSource: DataSource): (id: string, deadline: Deadline) => Promise<Pet | undefined> {
  return batcher((calls) => void executeBatchOrFailAll(dataSource, find, calls));
}
