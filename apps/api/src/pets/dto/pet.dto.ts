import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { CreatePetDto } from './create-pet.dto.ts';

/** A pet in a response, for the OpenAPI document. `pet-json.ts` serializes pets. */
@ApiSchema({ name: 'Pet' })
export class PetDto extends CreatePetDto {
  @ApiProperty({
    description: 'Unique identifier. The service assigns it.',
    type: 'integer',
    format: 'int64',
    examples: [42],
  })
  readonly id!: number | bigint;
}
