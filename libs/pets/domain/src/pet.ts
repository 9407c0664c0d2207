import type { NewPet } from './new-pet.ts';
import type { PetId } from './pet-id.ts';
import { PetStatus, type PetStatusValue } from './pet-status.ts';

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

  /** @throws InvalidValue `invalid_pet_status` if the stored status is unknown, because another program changed the table */
  static restore({ id, name, categoryId, status }: StoredPet): Pet {
    return new Pet({ id, name, categoryId, status: PetStatus.of(status).value });
  }

  snapshot(): PetSnapshot {
    return this.values;
  }
}
