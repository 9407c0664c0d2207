// PostgreSQL adapters for the ports PetRepository and PetChanges, and the tables and migrations of the pets context.
import type { Persistence } from '@petstore/database';
import { CreatePets1795132800000 } from './migrations/1795132800000-create-pets.ts';
import { AddChangedIn1795132800010 } from './migrations/1795132800010-add-changed-in.ts';
import { IndexChangedIn1795132800011 } from './migrations/1795132800011-index-changed-in.ts';
import { petTable } from './pet.table.ts';

export { ImportOutcomeUnknown } from './import-outcome-unknown.ts';
export { TypeOrmPetChanges } from './typeorm-pet-changes.ts';
export { TypeOrmPetRepository } from './typeorm-pet.repository.ts';

export const petsPersistence: Persistence = {
  tables: [petTable],
  migrations: [CreatePets1795132800000, AddChangedIn1795132800010, IndexChangedIn1795132800011],
};
