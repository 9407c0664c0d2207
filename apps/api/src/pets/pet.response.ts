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

const text = Symbol('text');

type Written = Pet & { [text]?: string };

export function petJson(pet: Pet): Json {
  return new Json(textOf(pet));
}

/** Lists that were asked for at the same time hold the same animals: each of them is written once. */
export function petsJson(pets: readonly Written[]): Json {
  return new Json(`[${pets.map((pet) => (pet[text] ??= textOf(pet))).join(',')}]`);
}

/** Written member by member, because no JavaScript number holds every int64: decimal text becomes plain digits. */
function textOf(pet: Pet): string {
  const { id, name, categoryId, status } = pet.snapshot();
  return `{"id":${id},"name":${JSON.stringify(name)},"categoryId":${categoryId},"status":"${status}"}`;
}
