import { Json } from '@petstore/http/http-adapter';
import type { Pet } from '@petstore/pets-domain';

/** Serializes one pet. */
export function petJson(pet: Pet): Json {
  return new Json(stringifyPet(pet));
}

/**
 * Serializes lists of pets and caches the text of each pet of one list. Concurrent lists that one statement read share Pet
 * objects, so the same object has the same text.
 */
export class PetListJson {
  /** The longest of the last lists that began with the same Pet object. */
  private cachedPets: readonly Pet[] = [];
  /** The text of each cached pet, at the same index. */
  private cachedTexts: readonly string[] = [];
  private cachedList = new Json('[]');

  write(pets: readonly Pet[]): Json {
    const { cachedPets, cachedTexts } = this;
    const isCached = (pet: Pet, index: number) => pet === cachedPets[index];
    if (pets.length === cachedPets.length && pets.every(isCached)) return this.cachedList;
    const texts = pets.map((pet, index) => (isCached(pet, index) ? cachedTexts[index]! : stringifyPet(pet)));
    const list = new Json(`[${texts.join(',')}]`);
    if (pets.length >= cachedPets.length || pets[0] !== cachedPets[0]) {
      this.cachedPets = pets;
      this.cachedTexts = texts;
      this.cachedList = list;
    }
    return list;
  }
}

/** Builds the text by hand, because JSON.stringify cannot write an int64 above 2^53 − 1 as digits. */
function stringifyPet({ id, name, categoryId, status }: Pet): string {
  return (
    `{"id":${id.decimal},"name":${JSON.stringify(name.text)},` +
    `"categoryId":${categoryId.decimal},"status":"${status.value}"}`
  );
}
