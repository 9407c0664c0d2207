import type { Deadline } from '@petstore/kernel';
import type { ChangePosition, PetChangesPage } from '@petstore/pets-domain';
import type { ChangeWait } from './change-wait.ts';
import type { ListPetChanges, ListPetChangesQuery } from './list-pet-changes.ts';
import type { ChangesWait, PetChangesWatch } from './pet-changes-watch.ts';

export interface WaitForPetChangesQuery extends ListPetChangesQuery {
  readonly after: ChangePosition;
  readonly wait: ChangeWait;
}

/** The caller of a use case that waits. */
export interface WaitingCaller {
  /** Does not contain the time for which the caller has waited. */
  readonly deadline: Deadline;
  /** Awaits the end of the wait. Ends it if the caller no longer waits. */
  hold(wait: ChangesWait): Promise<boolean>;
}

export class WaitForPetChanges {
  constructor(
    private readonly listPetChanges: ListPetChanges,
    private readonly watch: PetChangesWatch,
  ) {}

  /**
   * Returns one page of the change feed. If there is no change after the position, waits for one. Returns an empty page if none
   * comes in time, or if the caller ends the wait.
   * @throws CursorGone if `after` belongs to another history
   */
  async execute({ wait, ...query }: WaitForPetChangesQuery, caller: WaitingCaller): Promise<PetChangesPage> {
    const { after } = query;
    if (!this.watch.isQuiet(after)) {
      const page = await this.listPetChanges.execute(query, caller.deadline);
      if (page.pets.length > 0) return page;
    }
    const hasChanged = await caller.hold(this.watch.wait(after, wait.milliseconds));
    return hasChanged ? this.listPetChanges.execute(query, caller.deadline) : { pets: [], next: after };
  }
}
