// The list of the contexts. The API and the command line take the tables and migrations of the database from it.
import { accessPersistence } from '@petstore/access-infrastructure';
import type { Persistence } from '@petstore/database';
import { petsPersistence } from '@petstore/pets-infrastructure';

/** The tables and migrations of each context. */
export const contexts = {
  access: accessPersistence,
  pets: petsPersistence,
} satisfies Record<string, Persistence>;

export type ContextName = keyof typeof contexts;

/** The tables and migrations of the whole database. */
export const persistence: readonly Persistence[] = Object.values(contexts);
