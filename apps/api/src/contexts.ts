import type { ContextName } from '@petstore/contexts';
import type { HttpContext } from '@petstore/http/nest/http-context';
import { ErrorCatalogue } from '@petstore/http/response/error-catalogue';
import type { DocumentPart } from '@petstore/openapi/document/document-part';
import { authContext } from './auth/auth.context.ts';
import { databaseErrors } from './database.errors.ts';
import { petsContext } from './pets/pets.context.ts';
import { storeContext } from './store/store.context.ts';

/** The HTTP part of each context. TypeScript reports an error if a context of `@petstore/contexts` is missing here. */
const httpContexts: Readonly<Record<ContextName, HttpContext<DocumentPart>>> = {
  access: authContext,
  pets: petsContext,
  store: storeContext,
};

/** The HTTP parts of all contexts. */
export const contexts = Object.values(httpContexts);

/** Maps each error code of the contexts and the database to its HTTP error. */
export const errorCatalogue = new ErrorCatalogue(...contexts.map(({ errors }) => errors), databaseErrors);
