import { IdempotencyMismatch, type IdempotencyKey } from '@petstore/kernel';
import { Pet, type NewPet } from '../pet.ts';
import { PetRepository, type PetQuery } from '../pet.repository.ts';
import { PetId } from '../pet.value-objects.ts';
import type { InMemoryPetChanges } from './in-memory-pet-changes.ts';

/** Test double. Its ids start at 1. Its idempotency keys do not expire. */
export class InMemoryPetRepository extends PetRepository {
  private readonly pets: Pet[] = [];
  /** The first pet of each idempotency key, with its NewPet. */
  private readonly keys = new Map<string, { readonly newPet: NewPet; readonly pet: Pet }>();

  /** @param changes gets each added or updated pet */
  constructor(private readonly changes?: InMemoryPetChanges) {
    super();
  }

  async add(newPet: NewPet, key?: IdempotencyKey): Promise<Pet> {
    if (!key) return this.register(newPet);
    const name = `${key.owner} ${key.text}`;
    const stored = this.keys.get(name) ?? { newPet, pet: this.register(newPet) };
    this.keys.set(name, stored);
    if (JSON.stringify(stored.newPet) !== JSON.stringify(newPet)) throw new IdempotencyMismatch();
    return stored.pet;
  }

  async addAll(newPets: readonly NewPet[]): Promise<void> {
    for (const newPet of newPets) this.register(newPet);
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

  lock(id: PetId): Promise<Pet | undefined> {
    return this.find(id);
  }

  async update(pet: Pet): Promise<void> {
    this.pets[Number(pet.id.decimal) - 1] = pet;
    this.changes?.record(pet);
  }

  read(after: PetId | undefined, limit: number): Promise<Pet[]> {
    return this.list({ after, limit });
  }

  async lastId(): Promise<PetId | undefined> {
    return this.pets.at(-1)?.id;
  }

  private register(newPet: NewPet): Pet {
    const pet = Pet.register(new PetId(String(this.pets.length + 1)), newPet);
    this.pets.push(pet);
    this.changes?.record(pet);
    return pet;
  }
}
