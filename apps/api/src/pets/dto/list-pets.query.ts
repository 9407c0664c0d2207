import { ApiPropertyOptional } from '@nestjs/swagger';
import { PageQuery, type List } from '@petstore/http/paging';
import { MayBeAbsent, mustBe } from '@petstore/http/validators';
import { PetId, PetStatus, type PetQuery } from '@petstore/pets-domain';
import { IsIn } from 'class-validator';
import { versionPrefix } from '../../paths.ts';
import { petStatusSchema } from './pet.dto.ts';

/** Path of the list of pets. The path of one pet is below it. */
export const petsPath = `${versionPrefix}/pets`;

/** The compiler requires each filter in `page`. */
type Filters = Required<Omit<PetQuery, 'limit'>>;

/** A cursor contains the PetId of the last animal of a page. */
const pets: List<PetId> = {
  path: petsPath,
  parsePosition: (text) => PetId.parse(text),
  // Without other filters, the scope is the status alone, without the path: cursors of release 1.0.0 must stay valid.
  cursorScope: ({ status, ...others }) => (Object.keys(others).length === 0 ? String(status ?? '') : undefined),
};

export class ListPetsQuery extends PageQuery<PetId> {
  @ApiPropertyOptional({ ...petStatusSchema, description: 'Restricts the list to animals with that status.' })
  @MayBeAbsent()
  @IsIn(PetStatus.values, mustBe(PetStatus.allowed))
  readonly status?: PetStatus;

  override get list(): List<PetId> {
    return pets;
  }

  override get page() {
    return { ...super.page, status: this.status } satisfies Filters;
  }
}
