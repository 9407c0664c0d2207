import { ValidAs } from '@petstore/http/validation/validate-body';
import { LazySwagger } from '@petstore/openapi/lazy/lazy-swagger';
import { CategoryId, PetName, PetStatus } from '@petstore/pets-domain';
import { categoryIdSchema, nameSchema, statusSchema } from './pet.schemas.ts';

/** Body of `createPet`, with the rules and schemas of its members. */
@LazySwagger(({ ApiSchema }) => ApiSchema({ name: 'NewPet' }))
export class CreatePetRequest {
  @LazySwagger(({ ApiProperty }) => ApiProperty(nameSchema))
  @ValidAs(PetName, { type: 'string' })
  readonly name!: PetName;

  @LazySwagger(({ ApiProperty }) => ApiProperty(categoryIdSchema))
  @ValidAs(CategoryId, { type: 'integer' })
  readonly categoryId!: CategoryId;

  @LazySwagger(({ ApiPropertyOptional }) => ApiPropertyOptional({ ...statusSchema, default: PetStatus.initial.value }))
  @ValidAs(PetStatus, { type: 'string', optional: true })
  readonly status?: PetStatus;
}
