// Where animals are kept: PostgreSQL through TypeORM.
// Brings the context's tables and migrations, and the adapter behind its port.
// Knows the domain, and nobody but the apps knows it.
import type { Persistence } from '@petstore/database';
import { CreatePets1795132800000 } from './migrations/1795132800000-create-pets.ts';
import { petTable } from './pet.table.ts';

export { TypeOrmPetRepository } from './typeorm-pet.repository.ts';

export const petsPersistence: Persistence = { tables: [petTable], migrations: [CreatePets1795132800000] };
