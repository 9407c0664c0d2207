import { CategoryId } from './category-id.ts';
import { PetId } from './pet-id.ts';
import { PetName } from './pet-name.ts';
import { PetStatus, type PetStatusValue } from './pet-status.ts';
import type { NewPet } from './new-pet.ts';

/** A Pet's picture in plain values; `id` and `categoryId` are int64 as canonical decimal text. */
export interface PetSnapshot {
  readonly id: string;
  readonly name: string;
  readonly categoryId: string;
  readonly status: PetStatusValue;
}

/** An animal in the store. */
export class Pet {
  private constructor(
    private readonly id: PetId,
    private readonly name: PetName,
    private readonly categoryId: CategoryId,
    private readonly status: PetStatus,
  ) {}

  /** The store has given the newcomer its id. */
  static register(id: PetId, newPet: NewPet): Pet {
    return new Pet(id, newPet.name, newPet.categoryId, newPet.status);
  }

  /** @throws InvalidPetStatus when what was stored is no status: the store was changed behind the domain's back */
  static restore(stored: { id: string; name: string; categoryId: string; status: string }): Pet {
    return new Pet(
      PetId.restore(stored.id),
      PetName.restore(stored.name),
      CategoryId.restore(stored.categoryId),
      PetStatus.of(stored.status),
    );
  }

  snapshot(): PetSnapshot {
    return {
      id: this.id.decimal,
      name: this.name.text,
      categoryId: this.categoryId.decimal,
      status: this.status.value,
    };
  }
}
