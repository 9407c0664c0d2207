import { collectErrors } from '@petstore/kernel';
import { CategoryId } from './category-id.ts';
import { InvalidNewPet } from './pet.errors.ts';
import { PetName } from './pet-name.ts';
import { PetStatus } from './pet-status.ts';

/** The members of a NewPet before validation. */
export interface NewPetFields {
  readonly name?: unknown;
  readonly categoryId?: unknown;
  /** Default: `PetStatus.initial`. */
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
  /** The types of the members, for the import of formats without types such as CSV. */
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

  /** @throws InvalidNewPet with the validation errors of all members if a member is invalid */
  static parse(fields: NewPetFields): NewPet {
    const values = collectErrors<NewPetValues>(
      {
        name: () => PetName.of(fields.name),
        categoryId: () => CategoryId.of(fields.categoryId),
        status: () => (fields.status === undefined ? undefined : PetStatus.of(fields.status)),
      },
      (errors) => new InvalidNewPet(errors),
    );
    return NewPet.of(values);
  }

  /**
   * All members as text. Two NewPets have the same text if and only if all members are equal. The database stores the hash
   * of the text for `IdempotencyKey.lifetime`. A release that changes the text would therefore reject a create that
   * repeats one of the previous release with IdempotencyMismatch.
   */
  get canonical(): string {
    return JSON.stringify([this.name.text, this.categoryId.decimal, this.status.value]);
  }
}
