import { PageQueryPipe, type PageQueryOf } from '@petstore/http/paging';
import { ChangePosition } from '@petstore/pets-domain';
import { petsPath } from '../../paths.ts';

/** Parses the query of `listPetChanges`. A cursor contains the ChangePosition of the last animal of a page. */
export const listPetChangesQuery = new PageQueryPipe({
  path: `${petsPath}/changes`,
  filters: {},
  parsePosition: (text) => ChangePosition.parse(text),
});

export type ListPetChangesQuery = PageQueryOf<typeof listPetChangesQuery>;
