import type { NewPet } from './new-pet.ts';
import type { PetId } from './pet-id.ts';
import { PetStatus, type PetStatusValue } from './pet-status.ts';

/** A Pet's picture in plain values; `id` and `categoryId` are int64 as canonical decimal text. */
export interface PetSnapshot {
  readonly id: string;
  readonly name: string;
  readonly categoryId: string;
  readonly status: PetStatusValue;
}

/** What a store kept of a Pet: the same, but nobody has looked at the status yet. */
type StoredPet = { readonly [Member in keyof PetSnapshot]: string };

/** An animal in the store. */
export class Pet {
  private constructor(private readonly picture: PetSnapshot) {}

  /** The store has given the newcomer its id. */
  static register({ decimal: id }: PetId, { name, categoryId, status }: NewPet): Pet {
    return new Pet({ id, name: name.text, categoryId: categoryId.decimal, status: status.value });
  }

  /** @throws InvalidPetStatus when what was stored is no status: the store was changed behind the domain's back */
  static restore({ id, name, categoryId, status }: StoredPet): Pet {
    return new Pet({ id, name, categoryId, status: PetStatus.of(status).value });
  }

  snapshot(): PetSnapshot {
    return this.picture;
  }
}
