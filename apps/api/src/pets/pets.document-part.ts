import { PageRequest } from '@petstore/http/paging/page-request';
import type { DocumentPart } from '@petstore/openapi/document/document-part';
import { platformHeaders } from '@petstore/openapi/document/header-components';
import { pageSchema } from '@petstore/openapi/document/api-paging.decorator';
import { petList } from './list-pets.request.ts';
import { petsDeprecationSection, petsSections } from './pets.description.ts';
import { petsPath } from './pets.paths.ts';

/** The texts, schemas and headers that the pets context adds to the OpenAPI document. Decorators add its operations. */
export const petsDocumentPart: DocumentPart = {
  tags: [{ name: 'pets', description: 'Animals for adoption.' }],
  sections: petsSections,
  closingSections: [petsDeprecationSection],
  schemas: { Pets: pageSchema('Pet', 'Animals, in ascending order of id.') },
  headers: {
    Link: { ...platformHeaders.Link, example: PageRequest.parse(petList, { limit: '20' }).linkHeader('77') ?? '' },
    Location: { ...platformHeaders.Location, description: 'Path of the created animal.', example: `${petsPath}/42` },
  },
};
