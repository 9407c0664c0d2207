import { getSchemaPath } from '@nestjs/swagger';
import { PageLimit } from '@petstore/kernel';
import type { DocumentPart } from '@petstore/openapi/document/document-part';
import { platformHeaders } from '@petstore/openapi/document/header-components';
import { PetId } from '@petstore/pets-domain';
import { pageLinks } from './page-links.ts';
import { petsDeprecationSection, petsSections } from './pets.description.ts';
import { petsPath } from './pets.paths.ts';

/** What the document says about pets, beside their operations. */
export const petsDocumentPart: DocumentPart = {
  tags: [{ name: 'pets', description: 'Animals for adoption.' }],
  sections: petsSections,
  closingSections: [petsDeprecationSection],
  schemas: {
    Pets: {
      type: 'array',
      description: 'Animals, in ascending order of id.',
      maxItems: PageLimit.max,
      items: { $ref: getSchemaPath('Pet') },
    },
  },
  headers: {
    Link: { ...platformHeaders.Link, example: pageLinks(petsPath, { limit: '20' }, PetId.restore('77')) ?? '' },
    Location: { ...platformHeaders.Location, description: 'Path of the created animal.', example: `${petsPath}/42` },
  },
};
