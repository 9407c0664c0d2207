import { collectErrors, type DomainEvent } from '@petstore/kernel';
import { InvalidNewPet, InvalidPetTransition, PetChanged, PetHasOrder, PetNotAvailable } from './pet.errors.ts';
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

/** The events that a Pet records. The events of its orders also contain the pet. */
export const petEventTypes = ['pet.created', 'pet.updated', 'pet.deleted'] as const;

/** The version of a pet that was created and not changed. */
const firstVersion = 1;

/**
 * A stored pet. Its life: an order reserves an available pet and then sells or releases it, and a sold pet can be taken back. Only an
 * update may give it any status, as a correction, and only while no order reserves it. Each method returns the changed Pet, or throws
 * the error that names the broken rule.
 */
export class Pet {
  private constructor(
    readonly id: PetId,
    readonly name: PetName,
    readonly categoryId: CategoryId,
    readonly status: PetStatus,
    /** Each change raises it by one. */
    readonly version: number,
    /** What the last method has recorded. `reserve`, `sell`, `release` and `takeBack` record nothing, because the order records them. */
    readonly event?: DomainEvent,
  ) {}

  /** Creates the Pet from a NewPet and the id that the repository assigned. */
  static register(id: PetId, { name, categoryId, status }: NewPet, actor: string): Pet {
    return new Pet(id, name, categoryId, status, firstVersion).recording('pet.created', actor);
  }

  /**
   * Creates a Pet from stored values. `id` and `categoryId` are int64 in decimal digits.
   * @throws Error if the status is unknown, because another program changed the storage
   */
  static restore(stored: PetSnapshot & { readonly version: number }): Pet {
    return new Pet(
      new PetId(stored.id),
      new PetName(stored.name),
      new CategoryId(stored.categoryId),
      PetStatus.restore(stored.status),
      stored.version,
    );
  }

  /** An adopter orders the pet. @throws PetNotAvailable */
  reserve(): Pet {
    if (this.status !== 'available') throw new PetNotAvailable(this.status);
    return this.with({ status: 'pending' });
  }

  /** The adopter takes the pet. @throws InvalidPetTransition unless the pet is reserved */
  sell(): Pet {
    return this.require('pending', 'sold').with({ status: 'sold' });
  }

  /** The adopter withdraws. @throws InvalidPetTransition unless the pet is reserved */
  release(): Pet {
    return this.require('pending', 'released').with({ status: 'available' });
  }

  /** The adopter brings the pet back. @throws InvalidPetTransition unless the pet is sold */
  takeBack(): Pet {
    return this.require('sold', 'returned').with({ status: 'available' });
  }

  /**
   * Returns the Pet with the members of the update, or the same Pet if they change nothing.
   * @param isReserved whether an order has reserved the pet
   * @throws PetHasOrder if the update contains the status of a reserved pet
   */
  update(update: PetUpdate, isReserved: boolean, actor: string): Pet {
    if (update.status && isReserved) throw new PetHasOrder();
    const updated = this.with(update);
    // Compares every member, because a change of a member that is not compared would not be stored.
    const isSame = JSON.stringify(updated.snapshot()) === JSON.stringify(this.snapshot());
    return isSame ? this : updated.recording('pet.updated', actor);
  }

  /** The store gives up the pet. Returns the Pet as it was. @throws PetHasOrder if an order has reserved it */
  remove(isReserved: boolean, actor: string): Pet {
    if (isReserved) throw new PetHasOrder();
    return this.recording('pet.deleted', actor);
  }

  /**
   * @param versions the versions for which the client's change is meant; undefined for any version
   * @throws PetChanged if the pet has another version
   */
  requireVersion(versions: readonly number[] | undefined): void {
    if (versions && !versions.includes(this.version)) throw new PetChanged();
  }

  /** Returns the members as plain values. `id` and `categoryId` are int64 in decimal digits. */
  snapshot(): PetSnapshot {
    return {
      id: this.id.decimal,
      name: this.name.text,
      categoryId: this.categoryId.decimal,
      status: this.status,
    };
  }

  private require(status: PetStatus, participle: string): this {
    if (this.status === status) return this;
    throw new InvalidPetTransition(`The animal is ${this.status}: only a ${status} animal can be ${participle}.`);
  }

  private with({ name = this.name, categoryId = this.categoryId, status = this.status }: PetUpdate): Pet {
    return new Pet(this.id, name, categoryId, status, this.version + 1);
  }

  private recording(type: (typeof petEventTypes)[number], actor: string): Pet {
    const event = { type, petId: this.id.decimal, actor, data: { pet: this.snapshot() } };
    return new Pet(this.id, this.name, this.categoryId, this.status, this.version, event);
  }
}

/** The members of a Pet as plain values, for the export and the events. */
export interface PetSnapshot {
  readonly id: string;
  readonly name: string;
  readonly categoryId: string;
  readonly status: string;
}
