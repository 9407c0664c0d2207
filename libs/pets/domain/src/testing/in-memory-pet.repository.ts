import { Pet } from '../pet.ts';
import { PetId } from '../pet-id.ts';
import { PetRepository, type PetQuery } from '../pet.repository.ts';
import type { NewPet } from '../new-pet.ts';

/** The fake: ids from 1, nothing kept beyond the process. */
export class InMemoryPetRepository extends PetRepository {
  private readonly pets: Pet[] = [];

  async add(newPet: NewPet): Promise<Pet> {
    const pet = Pet.register(PetId.restore(String(this.pets.length + 1)), newPet);
    this.pets.push(pet);
    return pet;
  }

  async addAll(newPets: AsyncIterable<NewPet>): Promise<number> {
    const arrived: NewPet[] = [];
    for await (const newPet of newPets) arrived.push(newPet);
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
}
