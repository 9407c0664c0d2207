import { IdempotencyKey } from '../idempotency-key.ts';
import { IdempotencyMismatch } from '../pet.errors.ts';
import { Pet } from '../pet.ts';
import { PetId } from '../pet-id.ts';
import { PetRepository, type PetQuery } from '../pet.repository.ts';
import type { NewPet } from '../new-pet.ts';

interface Remembered {
  readonly canonical: string;
  readonly pet: Pet;
  readonly at: number;
}

/** The fake: ids from 1, nothing kept beyond the process, and time stands still. */
export class InMemoryPetRepository extends PetRepository {
  private readonly pets: Pet[] = [];
  private readonly remembered = new Map<string, Remembered>();
  private now = 0;

  async add(newPet: NewPet): Promise<Pet> {
    return this.register(newPet);
  }

  async addOnce(newPet: NewPet, { owner, text }: IdempotencyKey): Promise<Pet> {
    const name = JSON.stringify([owner, text]);
    const known = this.remembered.get(name);
    if (known && !this.isPast(known)) {
      if (known.canonical !== newPet.canonical) throw new IdempotencyMismatch();
      return known.pet;
    }
    const pet = this.register(newPet);
    this.remembered.set(name, { canonical: newPet.canonical, pet, at: this.now });
    return pet;
  }

  async forgetIdempotencyKeys(limit: number): Promise<number> {
    const past = [...this.remembered].filter(([, known]) => this.isPast(known)).slice(0, limit);
    for (const [name] of past) this.remembered.delete(name);
    return past.length;
  }

  async addAll(newPets: AsyncIterable<NewPet>, beforeCommit?: () => void): Promise<number> {
    const arrived: NewPet[] = [];
    for await (const newPet of newPets) arrived.push(newPet);
    beforeCommit?.();
    for (const newPet of arrived) await this.add(newPet);
    return arrived.length;
  }

  async find(id: PetId): Promise<Pet | undefined> {
    return this.pets.find((pet) => pet.snapshot().id === id.decimal);
  }

  async list({ status, after, limit }: PetQuery): Promise<Pet[]> {
    const wanted = this.pets.filter((pet) => {
      const snapshot = pet.snapshot();
      return (!status || snapshot.status === status.value) && (!after || BigInt(snapshot.id) > BigInt(after.decimal));
    });
    return wanted.slice(0, limit);
  }

  /** Lets so many milliseconds pass. */
  letPass(milliseconds: number): void {
    this.now += milliseconds;
  }

  private register(newPet: NewPet): Pet {
    const pet = Pet.register(PetId.restore(String(this.pets.length + 1)), newPet);
    this.pets.push(pet);
    return pet;
  }

  private isPast({ at }: Remembered): boolean {
    return at + IdempotencyKey.lifetime <= this.now;
  }
}
