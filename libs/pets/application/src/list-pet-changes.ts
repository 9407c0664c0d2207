import type { AbortSignal, PageLimit } from '@petstore/kernel';
import type { ChangePosition, PetChanges, PetChangesPage } from '@petstore/pets-domain';

export interface ListPetChangesQuery {
  /** Position of the last change that the client has got; absent for the present. */
  readonly after?: ChangePosition | undefined;
  readonly limit: PageLimit;
}

export class ListPetChanges {
  constructor(private readonly changes: PetChanges) {}

  /**
   * Returns one page of the change feed and the position after it. Without `after`, the page is empty and its position is the
   * present.
   * @throws CursorGone if `after` belongs to another history
   */
  async execute({ after, limit }: ListPetChangesQuery, signal?: AbortSignal): Promise<PetChangesPage> {
    if (!after) return { pets: [], next: await this.changes.latestPosition(signal) };
    return this.changes.after(after, limit.count, signal);
  }
}
