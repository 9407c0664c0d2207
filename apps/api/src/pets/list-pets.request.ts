import { defineList, type PageRequestOf } from '@petstore/http/paging/page-request';
import { PetId, PetStatus } from '@petstore/pets-domain';
import { petsPath } from './pets.paths.ts';

/** Defines the paging and the filters of `listPets`. A cursor contains the PetId of the last animal of a page. */
export const petList = defineList({
  path: petsPath,
  filters: { status: PetStatus },
  parsePosition: (text) => PetId.parse(text),
  // Without other filters, the scope is the status alone, without the path: cursors of release 1.0.0 must stay valid.
  cursorScope: ({ status, ...others }) => (Object.keys(others).length === 0 ? (status ?? '') : undefined),
});

/** The names of the filters, for the OpenAPI document. */
export const petFilterNames = Object.keys(petList.filters)
  .map((name) => `\`${name}\``)
  .join(' and ');

/** The query of `listPets`. */
export type ListPetsRequest = PageRequestOf<typeof petList>;
