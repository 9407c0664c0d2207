import type { HttpContext } from '@petstore/http/nest/http-context';
import type { DocumentPart } from '@petstore/openapi/document/document-part';
import { authErrors } from './auth.errors.ts';
import { AuthModule } from './auth.module.ts';

/** The HTTP part of the access context. It authenticates requests and has no operations. */
export const authContext: HttpContext<DocumentPart> = {
  module: AuthModule,
  errors: authErrors,
  document: async () => (await import('./auth.document-part.ts')).authDocumentPart,
};
