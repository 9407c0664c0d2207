import { PageQuery, type List } from '@petstore/http/paging';
import { ChangePosition } from '@petstore/pets-domain';
import { petsPath } from '../../paths.ts';

/** A cursor contains the ChangePosition of the last animal of a page. */
const changes: List<ChangePosition> = {
  path: `${petsPath}/changes`,
  filters: [],
  parsePosition: (text) => ChangePosition.parse(text),
};

/** The query of `listPetChanges`. */
export class ListPetChangesQuery extends PageQuery<ChangePosition> {
  override get list(): List<ChangePosition> {
    return changes;
  }
}
