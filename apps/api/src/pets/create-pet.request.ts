import { ValidAs } from '@petstore/http/validation/validate-body';
import { LazySwagger } from '@petstore/openapi/lazy/lazy-swagger';
import { CategoryId, PetName, PetStatus } from '@petstore/pets-domain';

/** Schema of PetStatus in requests and responses. */
export const petStatusSchema = { description: 'Stage of the adoption.', example: PetStatus.initial.value };

/** Body of `createPet`, with the rules and schemas of its members. */
@LazySwagger(({ ApiSchema }) => ApiSchema({ name: 'NewPet' }))
export class CreatePetRequest {
  @LazySwagger(({ ApiProperty }) =>
    ApiProperty({
      description: `The animal's name: ${PetName.allowed}. Stored unchanged.`,
      type: 'string',
      minLength: PetName.minLength,
      maxLength: PetName.maxLength,
      pattern: PetName.pattern,
      example: 'Rex',
    }),
  )
  @ValidAs(PetName, { type: 'string' })
  readonly name!: PetName;

  @LazySwagger(({ ApiProperty }) =>
    ApiProperty({
      description: `Identifier of the animal's category: ${CategoryId.allowed}.`,
      type: 'integer',
      format: 'int64',
      example: 7,
    }),
  )
  @ValidAs(CategoryId, { type: 'integer' })
  readonly categoryId!: CategoryId;

  @LazySwagger(({ ApiPropertyOptional }) =>
    ApiPropertyOptional({
      description: 'Stage of the adoption.',
      enum: PetStatus.values,
      enumName: 'PetStatus',
      enumSchema: petStatusSchema,
      default: PetStatus.initial.value,
    }),
  )
  @ValidAs(PetStatus, { type: 'string', optional: true })
  readonly status?: PetStatus;
}
