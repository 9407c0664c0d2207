// PostgreSQL adapters for the ports PetRepository and PetChanges, and the entities and migrations of the pets context.
import type { Persistence } from '@petstore/database';
import { CreatePets1795132800000 } from './migrations/1795132800000-create-pets.ts';
import { AddChangedIn1795459200001 } from './migrations/1795459200001-add-changed-in.ts';
import { PetEntity } from './pet.entity.ts';

export { ImportOutcomeUnknown } from './import-outcome-unknown.ts';
export { TypeOrmPetChanges } from './typeorm-pet-changes.ts';
export { TypeOrmPetRepository } from './typeorm-pet.repository.ts';

export const petsPersistence: Persistence = {
  entities: [PetEntity],
  migrations: [CreatePets1795132800000, AddChangedIn1795459200001],
};
