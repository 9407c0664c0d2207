import type { ContextName } from '@petstore/contexts';
import type { HttpContext } from '@petstore/http/nest/http-context';
import type { Deprecation } from '@petstore/http/response/deprecation';
import { ErrorCatalogue } from '@petstore/http/response/error-catalogue';
import type { DocumentPart } from '@petstore/openapi/document/document-part';
import { authContext } from './auth/auth.context.ts';
import { databaseErrors } from './database.errors.ts';
import { petsContext } from './pets/pets.context.ts';

/** What each context of `@petstore/contexts` contributes to the API. A context without an entry does not compile. */
const httpContexts: Readonly<Record<ContextName, HttpContext<DocumentPart>>> = {
  access: authContext,
  pets: petsContext,
};

const contexts = Object.values(httpContexts);

/** The Nest modules of the contexts. */
export const modules = contexts.map(({ module }) => module);

/** Of the deprecated operations. */
export const deprecations: readonly Deprecation[] = contexts.flatMap((context) => context.deprecations ?? []);

/** Every error that an operation can respond with. */
export const errorCatalogue = new ErrorCatalogue(...contexts.map(({ errors }) => errors), databaseErrors);

/** Imports the contexts' parts of the OpenAPI document. */
export function importDocumentParts(): Promise<DocumentPart[]> {
  return Promise.all(contexts.flatMap(({ document }) => (document ? [document()] : [])));
}
