import { betaSection } from '@petstore/openapi/document/beta-section';
import type { DocumentPart } from '@petstore/openapi/document/document-part';

/** The part of the OpenAPI document that all beta operations share, and the links from pets to orders. */
export const adoptionDocumentPart: DocumentPart = {
  tags: [],
  sections: [betaSection],
  closingSections: [],
  schemas: {},
  headers: {},
  links: {
    createPet: {
      updatePet: {
        description: 'The `id` of the created animal is the `petId` of updatePet.',
        parameters: { petId: '$response.body#/id' },
      },
      placeOrder: {
        description:
          'The `id` of the created animal is the `petId` of a NewOrder. Only an `available` animal can be ordered.',
        requestBody: { petId: '$response.body#/id' },
      },
    },
  },
};
