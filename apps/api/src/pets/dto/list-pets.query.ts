import { PageQueryPipe, type PageQueryOf } from '@petstore/http/paging';
import { PetId, PetStatus } from '@petstore/pets-domain';
import { petsPath } from '../../paths.ts';
import { petSchemas } from './pet.dto.ts';

/** Parses the query of `listPets`. A cursor contains the PetId of the last animal of a page. */
export const listPetsQuery = new PageQueryPipe({
  path: petsPath,
  filters: { status: (sent) => PetStatus.of(sent) },
  parsePosition: (text) => PetId.parse(text),
  // Without other filters, the scope is the status alone, without the path: cursors of release 1.0.0 must stay valid.
  cursorScope: ({ status, ...others }) => (Object.keys(others).length === 0 ? (status ?? '') : undefined),
});

export type ListPetsQuery = PageQueryOf<typeof listPetsQuery>;

/** Documents the filters. */
export const listPetsFilters = [
  {
    ...petSchemas.status,
    name: 'status',
    required: false,
    description: 'Restricts the list to animals with that status.',
  },
];
