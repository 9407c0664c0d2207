import type { DocumentPart } from '@petstore/openapi/document/document-part';
import { platformHeaders } from '@petstore/openapi/document/header-components';
import { missingApiKey } from './auth.errors.ts';

/** Adds the challenge of this API to the header component of the OpenAPI document. */
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
