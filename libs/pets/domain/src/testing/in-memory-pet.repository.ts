import { IdempotencyMismatch, type IdempotencyKey, type Transaction } from '@petstore/kernel';
import { InMemoryEventLog, InMemoryLocks } from '@petstore/kernel/testing';
import { Pet, type NewPet, type RegisteredPet } from '../pet.ts';
import { PetRepository, type PetQuery } from '../pet.repository.ts';
import { PetId } from '../pet.value-objects.ts';

/**
 * Test double. Its ids start at 1. Its idempotency keys do not expire. It refuses a change of a pet that the transaction has not locked, or
 * that has no event.
 */
export class InMemoryPetRepository extends PetRepository {
  private pets: Pet[] = [];
  private lastNumber = 0;
  private readonly locks = new InMemoryLocks();
  /** The first pet of each idempotency key, with its NewPet. */
  private readonly keys = new Map<string, { readonly newPet: NewPet; readonly pet: Pet }>();

  constructor(readonly log = new InMemoryEventLog()) {
    super();
  }

  async add(registered: RegisteredPet, key?: IdempotencyKey): Promise<Pet> {
    if (!key) return this.register(registered);
    const { newPet } = registered;
    const name = `${key.owner} ${key.text}`;
    const stored = this.keys.get(name) ?? { newPet, pet: this.register(registered) };
    this.keys.set(name, stored);
    if (JSON.stringify(stored.newPet) !== JSON.stringify(newPet)) throw new IdempotencyMismatch();
    return stored.pet;
  }

  async addAll(registered: readonly RegisteredPet[]): Promise<PetId[]> {
    return registered.map((each) => this.register(each).id);
  }

  async find(id: PetId): Promise<Pet | undefined> {
    return this.pets.find((pet) => pet.id.decimal === id.decimal);
  }

  async list({ status, after, limit }: PetQuery): Promise<Pet[]> {
    const matching = this.pets.filter(
      (pet) => (!status || pet.status === status) && (!after || BigInt(pet.id.decimal) > BigInt(after.decimal)),
    );
    return matching.slice(0, limit);
  }

  lock(id: PetId, transaction: Transaction): Promise<Pet | undefined> {
    this.locks.add(id, transaction);
    return this.find(id);
  }

  async update(pet: Pet, transaction: Transaction): Promise<void> {
    this.locks.require(pet.id, transaction);
    const before = await this.find(pet.id);
    // The event of an order has the change of a status.
    if (before && membersBesideStatus(before) !== membersBesideStatus(pet)) requireEvent(pet);
    this.pets = this.pets.map((stored) => (stored.id.decimal === pet.id.decimal ? pet : stored));
    this.log.append(pet.event);
  }

  async delete(pet: Pet, transaction: Transaction): Promise<void> {
    this.locks.require(pet.id, transaction);
    requireEvent(pet);
    this.pets = this.pets.filter(({ id }) => id.decimal !== pet.id.decimal);
    this.log.append(pet.event);
  }

  read(after: PetId | undefined, limit: number): Promise<Pet[]> {
    return this.list({ after, limit });
  }

  async lastId(): Promise<PetId | undefined> {
    return this.pets.at(-1)?.id;
  }

  private register({ newPet, event }: RegisteredPet): Pet {
    const pet = Pet.create(new PetId(String(++this.lastNumber)), newPet);
    this.pets.push(pet);
    this.log.append({ ...event, petId: pet.id.decimal });
    return pet;
  }
}

function requireEvent({ id, event }: Pet): void {
  if (!event) throw new Error(`The change of the pet ${id.decimal} has no event: record it in the method of Pet`);
}

function membersBesideStatus(pet: Pet): string {
  return JSON.stringify({ ...pet.plain(), status: undefined });
}
