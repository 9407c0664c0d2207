import { ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { IsValueObject } from '@petstore/http/value-object.decorator';
import { CategoryId, PetName, PetStatus } from '@petstore/pets-domain';
import { petSchemas } from '../../pets/dto/pet.schemas.ts';

/** Body of `updatePet`, a JSON Merge Patch (RFC 7396). No member can be removed, so null is invalid. */
@ApiSchema({ name: 'PetUpdate' })
export class UpdatePetDto {
  @ApiPropertyOptional(petSchemas.name)
  @IsValueObject(PetName, { optional: true })
  readonly name?: string;

  @ApiPropertyOptional(petSchemas.categoryId)
  @IsValueObject(CategoryId, { optional: true })
  readonly categoryId?: number | bigint;

  @ApiPropertyOptional(petSchemas.status)
  @IsValueObject(PetStatus, { optional: true })
  readonly status?: string;
}
