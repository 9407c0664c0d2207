import { IdempotencyMismatch, type IdempotencyKey } from '@petstore/kernel';
import { Pet, type NewPet } from '../pet.ts';
import { PetRepository, type PetBatch, type PetQuery } from '../pet.repository.ts';
import { PetId } from '../pet.value-objects.ts';
import type { InMemoryPetChanges } from './in-memory-pet-changes.ts';

/** Number of pets in a batch of `readAll`. */
const batchSize = 1_000;

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

  async addAll(newPets: AsyncIterable<NewPet>, beforeCommit?: () => void): Promise<number> {
    const received: NewPet[] = [];
    for await (const newPet of newPets) received.push(newPet);
    beforeCommit?.();
    for (const newPet of received) await this.add(newPet);
    return received.length;
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

  async readAll(receive: (batch: PetBatch) => Promise<void>): Promise<void> {
    const snapshot = [...this.pets];
    const lastId = new PetId(String(snapshot.length));
    for (let first = 0; first < snapshot.length; first += batchSize) {
      await receive({ pets: snapshot.slice(first, first + batchSize), lastId });
    }
  }

  private register(newPet: NewPet): Pet {
    const pet = Pet.register(new PetId(String(this.pets.length + 1)), newPet);
    this.pets.push(pet);
    this.changes?.record(pet);
    return pet;
  }
}
