import type { OrderedPetId } from '../ordered-pet-id.ts';
import { OrderedPets, type OrderedPetStatus } from '../ordered-pets.ts';

/** Test double. A test puts the pets into `statuses`, by their id. */
export class InMemoryOrderedPets extends OrderedPets {
  readonly statuses = new Map<string, OrderedPetStatus>();

  async lock({ decimal }: OrderedPetId): Promise<OrderedPetStatus | undefined> {
    return this.statuses.get(decimal);
  }

  async changeStatus({ decimal }: OrderedPetId, status: OrderedPetStatus): Promise<void> {
    if (this.statuses.has(decimal)) this.statuses.set(decimal, status);
  }
}
