// PostgreSQL adapter for the port PetRepository, and the tables and migrations of the pets context.
// Imports the domain. Only the apps import it.
import type { Persistence } from '@petstore/database';
import { idempotencyKeyTable } from './idempotency-key.table.ts';
import { CreatePets1795132800000 } from './migrations/1795132800000-create-pets.ts';
import { CreateIdempotencyKeys1795132800003 } from './migrations/1795132800003-create-idempotency-keys.ts';
import { petTable } from './pet.table.ts';

export { ImportOutcomeUnknown } from './import-outcome-unknown.ts';
export { TypeOrmPetRepository } from './typeorm-pet.repository.ts';

export const petsPersistence: Persistence = {
  tables: [petTable, idempotencyKeyTable],
  migrations: [CreatePets1795132800000, CreateIdempotencyKeys1795132800003],
};
