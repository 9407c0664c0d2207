// PostgreSQL adapter for the port PetRepository, and the entities and migrations of the pets context.
import type { Persistence } from '@petstore/database';
import * as migrations from './migrations.ts';
import { PetEntity } from './pet.entity.ts';

export { TypeOrmPetRepository } from './typeorm-pet.repository.ts';

export const petsPersistence: Persistence = { entities: [PetEntity], migrations: Object.values(migrations) };
