import type { DocumentPart } from '@petstore/openapi/document/document-part';

/** The tag that the context store adds to the OpenAPI document. Decorators add its operations. */
export const storeDocumentPart: DocumentPart = {
  tags: [{ name: 'store', description: 'Orders.' }],
  sections: [],
  closingSections: [],
  schemas: {},
  headers: {},
};
