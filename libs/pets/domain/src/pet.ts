import type { NewPet } from './new-pet.ts';
import type { PetId } from './pet-id.ts';
import { PetStatus, type PetStatusValue } from './pet-status.ts';
import type { PetUpdate } from './pet-update.ts';

/** Snapshot of a Pet as plain values. `id` and `categoryId` are int64 in decimal digits. */
export interface PetSnapshot {
  readonly id: string;
  readonly name: string;
  readonly categoryId: string;
  readonly status: PetStatusValue;
}

/** The stored values of a Pet before validation. */
export type StoredPet = { readonly [Member in keyof PetSnapshot]: string };

/** A stored pet. */
export class Pet {
  private constructor(private readonly values: PetSnapshot) {}

  /** Creates the Pet from a NewPet and the id that the repository assigned. */
  static register({ decimal: id }: PetId, { name, categoryId, status }: NewPet): Pet {
    return new Pet({ id, name: name.text, categoryId: categoryId.decimal, status: status.value });
  }

  /**
   * Keeps `stored`, which must not change.
   * @throws InvalidValue `invalid_pet_status` if the stored status is unknown, because another program changed the table
   */
  static restore(stored: StoredPet): Pet {
    PetStatus.of(stored.status);
    return new Pet(stored as PetSnapshot);
  }

  /** Returns the Pet with the members of the update, or the same Pet if they change nothing. */
  update({ name, categoryId, status }: PetUpdate): Pet {
    const updated: PetSnapshot = {
      id: this.values.id,
      name: name?.text ?? this.values.name,
      categoryId: categoryId?.decimal ?? this.values.categoryId,
      status: status?.value ?? this.values.status,
    };
    const isSame = (Object.keys(updated) as (keyof PetSnapshot)[]).every((key) => updated[key] === this.values[key]);
    return isSame ? this : new Pet(updated);
  }

  snapshot(): PetSnapshot {
    return this.values;
  }
}
