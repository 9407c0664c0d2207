import { IdempotentInsert } from '@petstore/database';
import type { NewPet } from '@petstore/pets-domain';
import { toParameters } from './pet-rows.ts';
import { idSequence, insertPets } from './pet-statements.ts';
import { petColumns } from './pet.table.ts';

/** Inserts a pet for an idempotency key, or returns the id of the pet that the key has created. */
export const insertPetOnce = new IdempotentInsert<NewPet>({
  name: 'add_once',
  kind: 'pet',
  idSequence,
  insert: (source, id, firstParameter) =>
    insertPets(source, id, petColumns.map((_, index) => `$${firstParameter + index}`).join(', ')),
  parametersOf: toParameters,
  canonicalText: (newPet) => newPet.canonical,
});
