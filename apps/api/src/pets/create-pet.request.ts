import { ValidAs } from '@petstore/http/validation/validate-body';
import { Described } from '@petstore/openapi/lazy/lazy-swagger';
import { CategoryId, PetName, PetStatus } from '@petstore/pets-domain';

/** PetStatus as the document describes it wherever it is used. */
export const petStatusSchema = {
  description: 'Where an animal stands on its way to adoption.',
  example: PetStatus.initial.value,
};

/** The body of `createPet`. */
@Described(({ ApiSchema }) => ApiSchema({ name: 'NewPet' }))
export class CreatePetRequest {
  @Described(({ ApiProperty }) =>
    ApiProperty({
      description: `The animal's name: ${PetName.allowed}. Kept exactly as sent.`,
      type: 'string',
      minLength: PetName.minLength,
      maxLength: PetName.maxLength,
      pattern: PetName.pattern,
      example: 'Rex',
    }),
  )
  @ValidAs(PetName, { type: 'string' })
  readonly name!: PetName;

  @Described(({ ApiProperty }) =>
    ApiProperty({
      description: `Identifier of the category the animal belongs to: ${CategoryId.allowed}.`,
      type: 'integer',
      format: 'int64',
      example: 7,
    }),
  )
  @ValidAs(CategoryId, { type: 'integer' })
  readonly categoryId!: CategoryId;

  @Described(({ ApiPropertyOptional }) =>
    ApiPropertyOptional({
      description: 'Where the animal stands on its way to adoption.',
      enum: PetStatus.values,
      enumName: 'PetStatus',
      enumSchema: petStatusSchema,
      default: PetStatus.initial.value,
    }),
  )
  @ValidAs(PetStatus, { type: 'string', optional: true })
  readonly status?: PetStatus;
}
