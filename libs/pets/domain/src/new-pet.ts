import { collectErrors } from '@petstore/kernel';
import { CategoryId } from './category-id.ts';
import { InvalidNewPet } from './pet.errors.ts';
import { PetName } from './pet-name.ts';
import { PetStatus } from './pet-status.ts';

/** The members of a NewPet before validation. */
export interface NewPetFields {
  readonly name?: unknown;
  readonly categoryId?: unknown;
  /** `PetStatus.initial` when absent. */
  readonly status?: unknown;
}

/** The members of a NewPet after validation. */
export interface NewPetValues {
  readonly name: PetName;
  readonly categoryId: CategoryId;
  readonly status?: PetStatus | undefined;
}

/** A pet without an id. The repository assigns the id and returns a Pet. */
export class NewPet {
  /** The members of a NewPet, for formats without types such as CSV. */
  static readonly fields = {
    name: { type: 'string', isRequired: true },
    categoryId: { type: 'integer', isRequired: true },
    status: { type: 'string', isRequired: false },
  } as const satisfies Record<keyof NewPetFields, { type: 'string' | 'integer'; isRequired: boolean }>;

  private constructor(
    readonly name: PetName,
    readonly categoryId: CategoryId,
    readonly status: PetStatus,
  ) {}

  static of({ name, categoryId, status = PetStatus.initial }: NewPetValues): NewPet {
    return new NewPet(name, categoryId, status);
  }

  /** @throws InvalidNewPet with the faults of all members */
  static parse(fields: NewPetFields): NewPet {
    const values = collectErrors<NewPetValues>(
      {
        name: () => PetName.of(fields.name),
        categoryId: () => CategoryId.of(fields.categoryId),
        status: () => (fields.status === undefined ? undefined : PetStatus.of(fields.status)),
      },
      (faults) => new InvalidNewPet(faults),
    );
    return NewPet.of(values);
  }

  /**
   * All members as text: equal for two NewPets exactly when all members are equal. Stores keep its hash for
   * `IdempotencyKey.lifetime`. A release that changes the text reports repeated creates of the release before as mismatches.
   */
  get canonical(): string {
    return JSON.stringify([this.name.text, this.categoryId.decimal, this.status.value]);
  }
}
