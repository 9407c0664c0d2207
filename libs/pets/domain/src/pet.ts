import { DomainError, Int64, type DomainEvent } from '@petstore/kernel';
import { InvalidNewPet, InvalidPetTransition, PetChanged, PetHasOrder, PetNotAvailable } from './pet.errors.ts';
import { CategoryId, initialPetStatus, PetId, PetName, PetStatus } from './pet.value-objects.ts';

export type PetFields = { readonly [Name in keyof typeof NewPet.fields]?: unknown };

/** The members of a Pet to change. A member that is absent keeps its value. */
export type PetUpdate = { readonly [Name in keyof PetFields]?: NewPet[Name] | undefined };

/** The members of a NewPet as plain values. `categoryId` is an int64 in decimal digits. */
export interface PlainPet {
  readonly name: string;
  readonly categoryId: string;
  readonly status: string;
}

/** The members of a Pet as plain values: the API, the export and the events show them. `id` is an int64 in decimal digits. */
export interface PetSnapshot extends PlainPet {
  readonly id: string;
}

/** Returns a pet as JSON shows it: an int64 is a number, or a bigint if a number would round it. */
export function petToJson(pet: PetSnapshot) {
  return { ...pet, id: Int64.toValue(pet.id), categoryId: Int64.toValue(pet.categoryId) };
}

/** A pet that the store takes in, before the repository has assigned an id. */
export class NewPet {
  /** How each member is made of what a client sent. */
  static readonly fields = {
    name: { isRequired: true, of: PetName.of },
    categoryId: { isRequired: true, of: CategoryId.of },
    status: { isRequired: false, of: PetStatus.of },
  } as const;

  readonly name: PetName;
  readonly categoryId: CategoryId;
  readonly status: PetStatus;

  constructor({ name, categoryId, status = initialPetStatus }: PetUpdate & Pick<NewPet, 'name' | 'categoryId'>) {
    this.name = name;
    this.categoryId = categoryId;
    this.status = status;
  }

  /** @throws InvalidNewPet with the validation errors of all members if a member is invalid */
  static of(fields: PetFields): NewPet {
    const isNeeded = (name: keyof PetFields) => NewPet.fields[name].isRequired || fields[name] !== undefined;
    return new NewPet(valuesOf(fields, isNeeded) as ConstructorParameters<typeof NewPet>[0]);
  }

  /** @throws InvalidNewPet with the validation errors of all given members if one is invalid */
  static updateOf(fields: PetFields): PetUpdate {
    return valuesOf(fields, (name) => fields[name] !== undefined);
  }

  /** Creates a NewPet from stored values. @throws Error if the status is unknown */
  static fromPlain(stored: PlainPet): NewPet {
    return new NewPet({
      name: new PetName(stored.name),
      categoryId: new CategoryId(stored.categoryId),
      status: PetStatus.restore(stored.status),
    });
  }

  /** The store takes in the pet. @param actor who does it, see DomainEvent */
  register(actor: string): RegisteredPet {
    return { newPet: this, event: { type: 'pet.created', actor, data: { pet: this.plain() } } };
  }

  /** Returns the members as plain values. An optional member, of which there is none yet, is absent if the pet has none. */
  plain(): PlainPet {
    return {
      name: this.name.text,
      categoryId: this.categoryId.decimal,
      status: this.status,
    };
  }
}

/** A pet to add, and what has happened. The event has no id of the pet yet. */
export interface RegisteredPet {
  readonly newPet: NewPet;
  readonly event: Omit<DomainEvent, 'petId'>;
}

const fieldNames = Object.keys(NewPet.fields) as (keyof PetFields)[];

/** Collects the errors, so that the caller gets those of all members at once. */
function valuesOf(fields: PetFields, isNeeded: (name: keyof PetFields) => boolean): PetUpdate {
  const values: Partial<Record<keyof PetFields, unknown>> = {};
  const errors: DomainError[] = [];
  for (const name of fieldNames) {
    try {
      if (isNeeded(name)) values[name] = NewPet.fields[name].of(fields[name]);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new InvalidNewPet(errors);
  return values as PetUpdate;
}

/** The events of pets. Those of their orders also contain the pet. */
export const petEventTypes = ['pet.created', 'pet.updated', 'pet.deleted'] as const;

/** The version of a pet that was created and not changed. */
const firstVersion = 1;

/**
 * A stored pet. Its life: an order reserves an available pet and then sells or releases it, and a sold pet can be taken back.
 * Otherwise only an update changes the status, to any, as a correction, and only while no order reserves the pet. Each method that changes
 * the pet returns the changed Pet, or throws the error that names the broken rule.
 */
export class Pet {
  private constructor(
    readonly id: PetId,
    /** The members that a new pet has, too. */
    private readonly members: NewPet,
    /** Each change raises it by one. */
    readonly version: number,
    /**
     * What the last change has recorded. `reserve`, `sell`, `release` and `takeBack` record nothing, because the order records them, and
     * the event of a new pet is that of RegisteredPet.
     */
    readonly event?: DomainEvent,
  ) {}

  /** Creates the Pet from a NewPet and the id that the repository has assigned. */
  static create(id: PetId, newPet: NewPet): Pet {
    return new Pet(id, newPet, firstVersion);
  }

  /** Creates a Pet from stored values. @throws Error if the status is unknown */
  static restore(stored: PetSnapshot & { readonly version: number }): Pet {
    return new Pet(new PetId(stored.id), NewPet.fromPlain(stored), stored.version);
  }

  get status(): PetStatus {
    return this.members.status;
  }

  /** An adopter orders the pet. @throws PetNotAvailable */
  reserve(): Pet {
    if (this.status !== 'available') throw new PetNotAvailable(this.status);
    return this.with({ status: 'pending' });
  }

  /** The adopter takes the pet. @throws InvalidPetTransition unless the status is pending */
  sell(): Pet {
    return this.require('pending', 'sold').with({ status: 'sold' });
  }

  /** The adopter withdraws. @throws InvalidPetTransition unless the status is pending */
  release(): Pet {
    return this.require('pending', 'released').with({ status: 'available' });
  }

  /** The adopter brings the pet back. @throws InvalidPetTransition unless the status is sold */
  takeBack(): Pet {
    return this.require('sold', 'returned').with({ status: 'available' });
  }

  /**
   * Returns the Pet with the members of the update, or the same Pet if they change nothing.
   * @param isReserved whether an order has reserved the pet. The status does not tell: a create or an update can also set `pending`.
   * @throws PetHasOrder if an order has reserved the pet, and the update has a status, even the present one
   */
  update(update: PetUpdate, isReserved: boolean, actor: string): Pet {
    if (update.status && isReserved) throw new PetHasOrder();
    const updated = this.with(update);
    // Compares the snapshots, because a change of a member that a list of comparisons lacks would not be stored.
    const isSame = JSON.stringify(updated.snapshot()) === JSON.stringify(this.snapshot());
    return isSame ? this : updated.recording('pet.updated', actor);
  }

  /** The store gives up the pet. Returns the same state, with the event. @throws PetHasOrder if an order has reserved it */
  remove(isReserved: boolean, actor: string): Pet {
    if (isReserved) throw new PetHasOrder();
    return this.recording('pet.deleted', actor);
  }

  /** @param versions those that the client's change allows; undefined for any. @throws PetChanged if the pet has none of them */
  requireVersion(versions: readonly number[] | undefined): void {
    if (versions && !versions.includes(this.version)) throw new PetChanged(versions);
  }

  snapshot(): PetSnapshot {
    return { id: this.id.decimal, ...this.plain() };
  }

  /** As `NewPet.plain`. */
  plain(): PlainPet {
    return this.members.plain();
  }

  private require(status: PetStatus, participle: string): this {
    if (this.status === status) return this;
    throw new InvalidPetTransition(`The animal is ${this.status}: only a ${status} animal can be ${participle}.`);
  }

  private with(update: PetUpdate): Pet {
    const members = fieldNames.map((name) => [name, update[name] ?? this.members[name]]);
    return new Pet(this.id, new NewPet(Object.fromEntries(members)), this.version + 1);
  }

  private recording(type: (typeof petEventTypes)[number], actor: string): Pet {
    const event = { type, petId: this.id.decimal, actor, data: { pet: this.snapshot() } };
    return new Pet(this.id, this.members, this.version, event);
  }
}
