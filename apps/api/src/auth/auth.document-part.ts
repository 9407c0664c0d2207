import type { DocumentPart } from '@petstore/openapi/document/document-part';
import { platformHeaders } from '@petstore/openapi/document/header-components';
import { missingApiKey } from './auth.errors.ts';

/** What the document says about authentication, beside the platform's texts. */
export const authDocumentPart: DocumentPart = {
  tags: [],
  sections: [],
  closingSections: [],
  schemas: {},
  headers: {
    'WWW-Authenticate': {
      ...platformHeaders['WWW-Authenticate'],
      example: missingApiKey.headers?.['WWW-Authenticate'],
    },
  },
};
