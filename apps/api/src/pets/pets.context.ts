import type { HttpContext } from '@petstore/http/nest/http-context';
import type { DocumentPart } from '@petstore/openapi/document/document-part';
import { petsErrors } from './pets.errors.ts';
import { PetsModule } from './pets.module.ts';

/** The pets context in the API. */
export const petsContext: HttpContext<DocumentPart> = {
  module: PetsModule,
  errors: petsErrors,
  document: async () => (await import('./pets.document-part.ts')).petsDocumentPart,
};
