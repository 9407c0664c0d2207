import { Json } from '@petstore/http/nest/http-adapter';
import type { Pet } from '@petstore/pets-domain';
import type { Tuning } from '../tuning.ts';

export function petJson(pet: Pet): Json {
  return new Json(textOf(pet));
}

/** Writes lists of pets. Uses the texts of the last page again, because concurrent lists often contain the same pets. */
export class PetListJson {
  /** The longest of the last lists that began with the same pet. Empty without tuning. */
  private page: readonly Pet[] = [];
  private pageTexts: readonly string[] = [];

  constructor(private readonly tuning: Tuning) {}

  write(pets: readonly Pet[]): Json {
    const { page, pageTexts } = this;
    const texts = pets.map((pet, index) => (pet === page[index] ? pageTexts[index]! : textOf(pet)));
    if (this.tuning.isOn && (pets.length >= page.length || pets[0] !== page[0])) {
      this.page = pets;
      this.pageTexts = texts;
    }
    return new Json(`[${texts.join(',')}]`);
  }
}

/** Written member by member, because JavaScript numbers do not hold every int64. */
function textOf(pet: Pet): string {
  const { id, name, categoryId, status } = pet.snapshot();
  return `{"id":${id},"name":${JSON.stringify(name)},"categoryId":${categoryId},"status":"${status}"}`;
}
