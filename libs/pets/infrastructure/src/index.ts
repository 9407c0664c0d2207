// PostgreSQL adapters for the ports PetRepository and PetChanges, and the entities and migrations of the pets context.
import type { Persistence } from '@petstore/database';
import * as migrations from './migrations.ts';
import { PetEntity } from './pet.entity.ts';

export { TypeOrmPetChanges } from './typeorm-pet-changes.ts';
export { TypeOrmPetRepository } from './typeorm-pet.repository.ts';

export const petsPersistence: Persistence = { entities: [PetEntity], migrations: Object.values(migrations) };
