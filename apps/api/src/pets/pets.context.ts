import type { HttpContext } from '@petstore/http/nest/http-context';
import type { DocumentPart } from '@petstore/openapi/document/document-part';
import { petsErrors } from './pets.errors.ts';
import { PetsModule } from './pets.module.ts';

/** The HTTP part of the pets context. */
export const petsContext: HttpContext<DocumentPart> = {
  module: PetsModule,
  errors: petsErrors,
  document: async () => (await import('./pets.document-part.ts')).petsDocumentPart,
};
