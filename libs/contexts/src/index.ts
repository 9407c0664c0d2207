// The list of the contexts. The API and the command line take the tables and migrations of the database from it.
import { accessPersistence } from '@petstore/access-infrastructure';
import { idempotencyPersistence, type Persistence } from '@petstore/database';
import { petsPersistence } from '@petstore/pets-infrastructure';

/** The tables and migrations of each context. */
export const contexts = {
  access: accessPersistence,
  pets: petsPersistence,
} satisfies Record<string, Persistence>;

export type ContextName = keyof typeof contexts;

/** The tables and migrations of the whole database, those that several contexts use included. */
export const persistence: readonly Persistence[] = [idempotencyPersistence, ...Object.values(contexts)];
