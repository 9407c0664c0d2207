import { LazySwagger } from '@petstore/openapi/lazy/lazy-swagger';
import { CreatePetRequest } from './create-pet.request.ts';

/** Schema of a Pet for the OpenAPI document. `pet-json.ts` serializes pets. */
@LazySwagger(({ ApiSchema }) => ApiSchema({ name: 'Pet' }))
export class PetResponse extends CreatePetRequest {
  @LazySwagger(({ ApiProperty }) =>
    ApiProperty({
      description: 'Unique identifier. The service assigns it.',
      type: 'integer',
      format: 'int64',
      example: 42,
    }),
  )
  readonly id?: unknown;
}
