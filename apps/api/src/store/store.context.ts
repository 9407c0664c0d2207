import type { HttpContext } from '@petstore/http/nest/http-context';
import type { DocumentPart } from '@petstore/openapi/document/document-part';
import { storeErrors } from './store.errors.ts';
import { StoreModule } from './store.module.ts';

/** The HTTP part of the context store. */
export const storeContext: HttpContext<DocumentPart> = {
  module: StoreModule,
  isBeta: true,
  errors: storeErrors,
  document: async () => (await import('./store.document-part.ts')).storeDocumentPart,
};
