import { collectErrors } from '@petstore/kernel';
import { InvalidNewPet } from './pet.errors.ts';
import { CategoryId, initialPetStatus, PetId, PetName, PetStatus } from './pet.value-objects.ts';

/** The members of a NewPet before validation. */
export type PetFields = { readonly [Name in keyof typeof NewPet.fields]?: unknown };

/** The members of a Pet to change. A member that is absent keeps its value. */
export type PetUpdate = { readonly [Name in keyof PetFields]?: NewPet[Name] | undefined };

/** A pet without an id. The repository assigns the id and returns a Pet. */
export class NewPet {
  /** The types of the members, for formats without types such as CSV. */
  static readonly fields = {
    name: { type: 'string', isRequired: true },
    categoryId: { type: 'integer', isRequired: true },
    status: { type: 'string', isRequired: false },
  } as const satisfies Record<string, { type: 'string' | 'integer'; isRequired: boolean }>;

  readonly name: PetName;
  readonly categoryId: CategoryId;
  readonly status: PetStatus;

  /** Without a status, the pet is available. */
  constructor({ name, categoryId, status = initialPetStatus }: PetUpdate & Pick<NewPet, 'name' | 'categoryId'>) {
    this.name = name;
    this.categoryId = categoryId;
    this.status = status;
  }

  /** @throws InvalidNewPet with the validation errors of all members if a member is invalid */
  static of(fields: PetFields): NewPet {
    const values = collectErrors(
      {
        name: () => PetName.of(fields.name),
        categoryId: () => CategoryId.of(fields.categoryId),
        status: () => (fields.status === undefined ? undefined : PetStatus.of(fields.status)),
      },
      (errors) => new InvalidNewPet(errors),
    );
    return new NewPet(values);
  }
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
   * @throws Error if the status is unknown, because another program changed the storage
   */
  static restore(stored: { id: string; name: string; categoryId: string; status: string }): Pet {
    return new Pet(
      new PetId(stored.id),
      new PetName(stored.name),
      new CategoryId(stored.categoryId),
      PetStatus.restore(stored.status),
    );
  }

  /** Returns the Pet with the members of the update, or the same Pet if they change nothing. */
  update({ name = this.name, categoryId = this.categoryId, status = this.status }: PetUpdate): Pet {
    const updated = new Pet(this.id, name, categoryId, status);
    // Compares every member, because a change of a member that is not compared would not be stored.
    return JSON.stringify(updated) === JSON.stringify(this) ? this : updated;
  }

  /** Returns the members as plain values. `id` and `categoryId` are int64 in decimal digits. */
  snapshot() {
    return {
      id: this.id.decimal,
      name: this.name.text,
      categoryId: this.categoryId.decimal,
      status: this.status,
    };
  }
}

/** The members of a Pet as plain values. */
export type PetSnapshot = ReturnType<Pet['snapshot']>;
