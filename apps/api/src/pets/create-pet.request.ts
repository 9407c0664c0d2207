import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { CategoryId, NewPet, PetName, PetStatus } from '@petstore/pets-domain';
import { Expose } from 'class-transformer';
import { Holds } from '../http/holds.ts';

/** The body of `createPet`. */
@ApiSchema({ name: 'NewPet' })
export class CreatePetRequest {
  @ApiProperty({
    description: `The animal's name: ${PetName.allowed}. Kept exactly as sent.`,
    type: 'string',
    minLength: PetName.minLength,
    maxLength: PetName.maxLength,
    example: 'Rex',
  })
  @Expose()
  @Holds(PetName)
  readonly name?: unknown;

  @ApiProperty({
    description: `Identifier of the category the animal belongs to: ${CategoryId.allowed}.`,
    type: 'integer',
    format: 'int64',
    example: 7,
  })
  @Expose()
  @Holds(CategoryId)
  readonly categoryId?: unknown;

  @ApiPropertyOptional({
    description: 'Where the animal stands on its way to adoption.',
    enum: PetStatus.values,
    enumName: 'PetStatus',
    default: PetStatus.initial.value,
  })
  @Expose()
  @Holds(PetStatus, { optional: true })
  readonly status?: unknown;

  toNewPet(): NewPet {
    return NewPet.of(this);
  }
}
