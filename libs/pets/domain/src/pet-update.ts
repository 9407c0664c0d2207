import type { CategoryId } from './category-id.ts';
import type { PetName } from './pet-name.ts';
import type { PetStatus } from './pet-status.ts';

/** The members of a Pet to change. A member that is absent keeps its value. */
export interface PetUpdate {
  readonly name?: PetName | undefined;
  readonly categoryId?: CategoryId | undefined;
  readonly status?: PetStatus | undefined;
}
