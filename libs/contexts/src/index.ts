import { accessPersistence } from '@petstore/access-infrastructure';
import { eventsPersistence, idempotencyPersistence, type Persistence } from '@petstore/database';
import { petsPersistence } from '@petstore/pets-infrastructure';
import { storePersistence } from '@petstore/store-infrastructure';
import { LogPresentState1795651200002 } from './log-present-state.ts';

/** The tables and migrations of each context, by the name of the context. */
export const contexts = {
  access: accessPersistence,
  pets: petsPersistence,
  store: storePersistence,
} satisfies Record<string, Persistence>;

/** The tables and migrations of the whole database. Pets and store share the idempotency keys and the events. */
export const persistence: readonly Persistence[] = [
  idempotencyPersistence,
  eventsPersistence,
  ...Object.values(contexts),
  { entities: [], migrations: [LogPresentState1795651200002] },
];
