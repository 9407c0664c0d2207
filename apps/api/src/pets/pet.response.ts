import { Described } from '@petstore/openapi/lazy/lazy-swagger';
import { CreatePetRequest } from './create-pet.request.ts';

/** A Pet as the document describes it; `pet-json.ts` writes it. */
@Described(({ ApiSchema }) => ApiSchema({ name: 'Pet' }))
export class PetResponse extends CreatePetRequest {
  @Described(({ ApiProperty }) =>
    ApiProperty({
      description: 'Unique identifier, assigned by the service when the animal is created.',
      type: 'integer',
      format: 'int64',
      example: 42,
    }),
  )
  readonly id?: unknown;
}
