import { CategoryId } from './category-id.ts';
import type { NewPet } from './new-pet.ts';
import { PetId } from './pet-id.ts';
import { PetName } from './pet-name.ts';
import { PetStatus } from './pet-status.ts';

/** The members of a Pet to change. A member that is absent or undefined keeps its value. */
export interface PetUpdate {
  readonly name?: PetName | undefined;
  readonly categoryId?: CategoryId | undefined;
  readonly status?: PetStatus | undefined;
}

/** A stored pet. */
export class Pet {
  private constructor(
    readonly id: PetId,
    readonly name: PetName,
    readonly categoryId: CategoryId,
    readonly status: PetStatus,
  ) {}

  /** Creates the Pet from a NewPet and the id that the repository assigned. */
  static register(id: PetId, { name, categoryId, status }: NewPet): Pet {
    return new Pet(id, name, categoryId, status);
  }

  /**
   * Creates a Pet from stored values. `id` and `categoryId` are int64 in decimal digits.
   * @throws InvalidValue `invalid_pet_status` if the status is unknown, because another program changed the storage
   */
  static restore(stored: { id: string; name: string; categoryId: string; status: string }): Pet {
    return new Pet(
      PetId.restore(stored.id),
      PetName.restore(stored.name),
      CategoryId.restore(stored.categoryId),
      PetStatus.of(stored.status),
    );
  }

  /** Returns the Pet with the members of the update, or the same Pet if they change nothing. */
  update({ name = this.name, categoryId = this.categoryId, status = this.status }: PetUpdate): Pet {
    const isSame =
      name.text === this.name.text && categoryId.decimal === this.categoryId.decimal && status === this.status;
    return isSame ? this : new Pet(this.id, name, categoryId, status);
  }

  /** Returns the members as plain values. `id` and `categoryId` are int64 in decimal digits. */
  snapshot() {
    return {
      id: this.id.decimal,
      name: this.name.text,
      categoryId: this.categoryId.decimal,
      status: this.status.value,
    };
  }
}

/** The members of a Pet as plain values. */
export type PetSnapshot = ReturnType<Pet['snapshot']>;
