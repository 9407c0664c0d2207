import { defineList, type PageRequestOf } from '@petstore/http/paging/page-request';
import { PetId, PetStatus } from '@petstore/pets-domain';
import { petsPath } from './pets.paths.ts';

/** Defines the paging and the filters of `listPets`. A cursor contains the PetId of the last animal of a page. */
export const petList = defineList({
  path: petsPath,
  filters: { status: PetStatus },
  parsePosition: (text) => PetId.parse(text),
  // The scope is the status alone, without the path, because cursors of release 1.0.0 must stay valid.
  cursorScope: ({ status }) => status ?? '',
});

/** The query of `listPets`. */
export type ListPetsRequest = PageRequestOf<typeof petList>;
