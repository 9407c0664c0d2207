import { ValidAs } from '@petstore/http/validation/validate-body';
import { LazySwagger } from '@petstore/openapi/lazy/lazy-swagger';
import { CategoryId, PetName, PetStatus } from '@petstore/pets-domain';
import { categoryIdSchema, nameSchema, statusSchema } from '../pet.schemas.ts';

/** Body of `updatePet`, a JSON Merge Patch (RFC 7396). No member can be removed, so null is invalid. */
@LazySwagger(({ ApiSchema }) => ApiSchema({ name: 'PetUpdate' }))
export class UpdatePetRequest {
  @LazySwagger(({ ApiPropertyOptional }) => ApiPropertyOptional(nameSchema))
  @ValidAs(PetName, { type: 'string', optional: true })
  readonly name?: PetName;

  @LazySwagger(({ ApiPropertyOptional }) => ApiPropertyOptional(categoryIdSchema))
  @ValidAs(CategoryId, { type: 'integer', optional: true })
  readonly categoryId?: CategoryId;

  @LazySwagger(({ ApiPropertyOptional }) => ApiPropertyOptional(statusSchema))
  @ValidAs(PetStatus, { type: 'string', optional: true })
  readonly status?: PetStatus;
}
