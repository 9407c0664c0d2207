import { DomainError } from '@petstore/kernel';
import { CategoryId } from './category-id.ts';
import { InvalidNewPet } from './pet.errors.ts';
import { PetName } from './pet-name.ts';
import { PetStatus } from './pet-status.ts';

/** What somebody says of an animal they bring: nothing of it has been checked yet. */
export interface NewPetFields {
  readonly name?: unknown;
  readonly categoryId?: unknown;
  /** `PetStatus.initial` when absent. */
  readonly status?: unknown;
}

/** An animal on its way into the store. It becomes a Pet when the store gives it an id. */
export class NewPet {
  private constructor(
    readonly name: PetName,
    readonly categoryId: CategoryId,
    readonly status: PetStatus,
  ) {}

  /** @throws InvalidNewPet with every fault at once */
  static of(fields: NewPetFields): NewPet {
    const faults: DomainError[] = [];
    const name = orFault(faults, () => PetName.of(fields.name));
    const categoryId = orFault(faults, () => CategoryId.of(fields.categoryId));
    const status = orFault(faults, () =>
      fields.status === undefined ? PetStatus.initial : PetStatus.of(fields.status),
    );
    if (name && categoryId && status) return new NewPet(name, categoryId, status);
    throw new InvalidNewPet(faults);
  }

  /**
   * All that is said of the animal, as text: two NewPets say the same exactly when it is equal. Stores remember it for as
   * long as an IdempotencyKey lives, so a release that writes it otherwise takes repeats from before for mismatches.
   */
  get canonical(): string {
    return JSON.stringify([this.name.text, this.categoryId.decimal, this.status.value]);
  }
}

function orFault<T>(faults: DomainError[], make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    faults.push(error);
    return undefined;
  }
}
