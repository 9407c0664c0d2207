import type { ContextName } from '@petstore/contexts';
import type { HttpContext } from '@petstore/http/nest/http-context';
import { ErrorCatalogue } from '@petstore/http/response/error-catalogue';
import type { DocumentPart } from '@petstore/openapi/document/document-part';
import { authContext } from './auth/auth.context.ts';
import { databaseErrors } from './database.errors.ts';
import { petsContext } from './pets/pets.context.ts';

/** The HTTP part of each context. A context of `@petstore/contexts` without an entry does not compile. */
const httpContexts: Readonly<Record<ContextName, HttpContext<DocumentPart>>> = {
  access: authContext,
  pets: petsContext,
};

export const contexts = Object.values(httpContexts);

/** Every error that an operation can respond with. */
export const errorCatalogue = new ErrorCatalogue(...contexts.map(({ errors }) => errors), databaseErrors);
