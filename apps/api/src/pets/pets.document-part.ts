import { PageRequest } from '@petstore/http/paging/page-request';
import type { DocumentPart } from '@petstore/openapi/document/document-part';
import { platformHeaders } from '@petstore/openapi/document/header-components';
import { pageSchema } from '@petstore/openapi/schema/page-schema';
import { deprecation, deprecationLinks, sunset } from './deprecation.ts';
import { petList } from './list-pets.request.ts';
import { petsDeprecationSection, petsSections } from './pets.description.ts';
import { petsPath } from './pets.paths.ts';

/** What the document says about pets, beside their operations. */
export const petsDocumentPart: DocumentPart = {
  tags: [{ name: 'pets', description: 'Animals for adoption.' }],
  sections: petsSections,
  closingSections: [petsDeprecationSection],
  schemas: {
    Pets: pageSchema('Pet', 'Animals, in ascending order of id.'),
  },
  headers: {
    Link: { ...platformHeaders.Link, example: PageRequest.parse(petList, { limit: '20' }).linkHeader('77') ?? '' },
    Location: { ...platformHeaders.Location, description: 'Path of the created animal.', example: `${petsPath}/42` },
    Deprecation: {
      description: 'Since when the operation has been deprecated: `@` and seconds since 1970 (RFC 9745).',
      required: true,
      schema: { type: 'string' },
      example: deprecation,
    },
    Sunset: {
      description: 'When the operation is to be removed (RFC 8594).',
      required: true,
      schema: { type: 'string' },
      example: sunset.toUTCString(),
    },
    DeprecationLink: {
      description: 'What to use instead (`rel="successor-version"`) and where to read about it (`rel="deprecation"`).',
      required: true,
      schema: { type: 'string' },
      example: deprecationLinks,
    },
  },
};
