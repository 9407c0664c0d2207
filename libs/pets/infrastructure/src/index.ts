// Where animals are kept: PostgreSQL through TypeORM.
// Brings the context's tables and migrations, and the adapter behind its port.
// Knows the domain, and nobody but the apps knows it.
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
