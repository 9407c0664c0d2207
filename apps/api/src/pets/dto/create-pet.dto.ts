import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { IsValueObject } from '@petstore/http/value-object.decorator';
import { CategoryId, PetName, PetStatus } from '@petstore/pets-domain';
import { petSchemas } from './pet.schemas.ts';

/** Body of `createPet`. */
@ApiSchema({ name: 'NewPet' })
export class CreatePetDto {
  @ApiProperty(petSchemas.name)
  @IsValueObject(PetName)
  readonly name!: string;

  @ApiProperty(petSchemas.categoryId)
  @IsValueObject(CategoryId)
  readonly categoryId!: number | bigint;

  @ApiPropertyOptional({ ...petSchemas.status, default: PetStatus.initial.value })
  @IsValueObject(PetStatus, { optional: true })
  readonly status?: string;
}
