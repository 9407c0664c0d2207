import { Json } from '@petstore/http/nest/http-adapter';
import type { Pet } from '@petstore/pets-domain';

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
