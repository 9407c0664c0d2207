// PostgreSQL adapters for the ports PetRepository and ImportKeys, and the entities and migrations of the pets context.
import type { Persistence } from '@petstore/database';
import { ImportKeyEntity } from './import-key.entity.ts';
import * as migrations from './migrations.ts';
import { PetEntity } from './pet.entity.ts';

export { TypeOrmImportKeys } from './typeorm-import-keys.ts';
export { TypeOrmPetRepository } from './typeorm-pet.repository.ts';

export const petsPersistence: Persistence = {
  entities: [PetEntity, ImportKeyEntity],
  migrations: Object.values(migrations),
};
