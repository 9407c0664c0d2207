import { defineList, integerParameter, type PageRequestOf } from '@petstore/http/paging/page-request';
import { ChangeWait } from '@petstore/pets-application';
import { ChangePosition } from '@petstore/pets-domain';
import { petsPath } from '../pets.paths.ts';

/** Defines the paging of `listPetChanges`. A cursor contains the ChangePosition of the last animal of a page. */
export const petChangeList = defineList({
  path: `${petsPath}/changes`,
  filters: { wait: integerParameter(ChangeWait) },
  outsideCursor: ['wait'],
  parsePosition: (text) => ChangePosition.parse(text),
});

/** The query of `listPetChanges`. */
export type ListPetChangesRequest = PageRequestOf<typeof petChangeList>;
