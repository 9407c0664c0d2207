import { accessPersistence } from '@petstore/access-infrastructure';
import { idempotencyPersistence, type Persistence } from '@petstore/database';
import { petsPersistence } from '@petstore/pets-infrastructure';
import { storePersistence } from '@petstore/store-infrastructure';

/** The tables and migrations of each context, by the name of the context. */
export const contexts = {
  access: accessPersistence,
  pets: petsPersistence,
  store: storePersistence,
} satisfies Record<string, Persistence>;

/** The tables and migrations of the whole database. The idempotency keys belong to no context: pets and store share them. */
export const persistence: readonly Persistence[] = [idempotencyPersistence, ...Object.values(contexts)];
