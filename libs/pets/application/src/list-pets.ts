import type { AbortSignal, PageLimit } from '@petstore/kernel';
import type { Pet, PetId, PetQuery, PetRepository } from '@petstore/pets-domain';

export interface ListPetsQuery extends Omit<PetQuery, 'limit'> {
  readonly limit: PageLimit;
}

export interface PetsPage {
  readonly pets: readonly Pet[];
  /** `after` of the next page; absent on the last page. */
  readonly next?: PetId;
}

export class ListPets {
  constructor(private readonly pets: PetRepository) {}

  /** Returns one page in ascending order of id. The cost does not depend on the position of the page (keyset pagination). */
  async execute({ limit, ...query }: ListPetsQuery, signal?: AbortSignal): Promise<PetsPage> {
    // One pet more than the limit shows whether another page follows.
    const found = await this.pets.list({ ...query, limit: limit.count + 1 }, signal);
    if (found.length <= limit.count) return { pets: found };
    const pets = found.slice(0, limit.count);
    return { pets, next: pets[pets.length - 1]!.id };
  }
}
