import type { Pet } from '@petstore/pets-domain';
import { Described } from '../docs/described.ts';
import { Json } from '../http/int64-json.ts';
import { CreatePetRequest } from './create-pet.request.ts';

/** A Pet as the document describes it; `petJson` writes it. */
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

export function petJson(pet: Pet): Json {
  return new Json(textOf(pet));
}

export function petsJson(pets: readonly Pet[]): Json {
  return new Json(`[${pets.map(textOf).join(',')}]`);
}

/** Written member by member, because no JavaScript number holds every int64: decimal text becomes plain digits. */
function textOf(pet: Pet): string {
  const { id, name, categoryId, status } = pet.snapshot();
  return `{"id":${id},"name":${JSON.stringify(name)},"categoryId":${categoryId},"status":"${status}"}`;
}
