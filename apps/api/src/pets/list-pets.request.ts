import { defineList, type PageRequestOf } from '@petstore/http/paging/page-request';
import { PetId, PetStatus } from '@petstore/pets-domain';
import { petsPath } from './pets.paths.ts';

/** The list of `listPets`. A position is a PetId. */
export const petList = defineList({
  path: petsPath,
  filters: { status: PetStatus },
  parsePosition: (text) => PetId.parse(text),
  // Without the path, so that cursors of release 1.0.0 stay valid.
  cursorScope: ({ status }) => status ?? '',
});

/** The query of `listPets`. */
export type ListPetsRequest = PageRequestOf<typeof petList>;
