import type { HttpContext } from '@petstore/http/nest/http-context';
import type { DocumentPart } from '@petstore/openapi/document/document-part';
import { petsBetaErrors } from '../pets.errors.ts';
import { PetsBetaModule } from './pets-beta.module.ts';

/** The beta operations of the pets context. */
export const petsBetaContext: HttpContext<DocumentPart> = {
  module: PetsBetaModule,
  isBeta: true,
  errors: petsBetaErrors,
  document: async () => (await import('./pets-beta.document-part.ts')).petsBetaDocumentPart,
};
