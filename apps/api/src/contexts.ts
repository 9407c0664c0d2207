import type { ContextName } from '@petstore/contexts';
import type { HttpContext } from '@petstore/http/nest/http-context';
import { ErrorCatalogue } from '@petstore/http/response/error-catalogue';
import type { DocumentPart } from '@petstore/openapi/document/document-part';
import { AdoptionModule } from './adoption.module.ts';
import { authContext } from './auth/auth.context.ts';
import { databaseErrors } from './database.errors.ts';
import { petsBetaContext } from './pets/beta/pets-beta.context.ts';
import { petsContext } from './pets/pets.context.ts';
import { storeContext } from './store/store.context.ts';

/** The HTTP part of each context. TypeScript reports an error if a context of `@petstore/contexts` is missing here. */
const httpContexts: Readonly<Record<ContextName, HttpContext<DocumentPart>>> = {
  access: authContext,
  pets: petsContext,
  store: storeContext,
};

/** Connects the contexts pets and store, which do not import each other. */
const adoptionContext: HttpContext<DocumentPart> = {
  module: AdoptionModule,
  isBeta: true,
  errors: {},
  document: async () => (await import('./adoption.document-part.ts')).adoptionDocumentPart,
};

/** The HTTP parts that an instance serves, and the mapping of their errors and those of the database. */
export interface ServedContexts {
  readonly contexts: readonly HttpContext<DocumentPart>[];
  readonly errors: ErrorCatalogue;
}

/** @param beta whether the instance serves the beta operations */
export function servedContexts(beta: boolean): ServedContexts {
  // The first match serves a path, and the path of listPetChanges also matches that of getPet.
  const all = [petsBetaContext, ...Object.values(httpContexts), adoptionContext];
  const contexts = all.filter(({ isBeta }) => beta || !isBeta);
  return { contexts, errors: new ErrorCatalogue(...contexts.map(({ errors }) => errors), databaseErrors) };
}
