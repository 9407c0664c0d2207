import type { HttpContext } from '@petstore/http/nest/http-context';
import type { DocumentPart } from '@petstore/openapi/document/document-part';
import { authErrors } from './auth.errors.ts';
import { AuthModule } from './auth.module.ts';

/** The access context in the API: it authenticates requests and has no operations. */
export const authContext: HttpContext<DocumentPart> = {
  module: AuthModule,
  errors: authErrors,
  document: async () => (await import('./auth.document-part.ts')).authDocumentPart,
};
