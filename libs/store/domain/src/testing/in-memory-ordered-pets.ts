import type { OrderedPetId } from '../order.value-objects.ts';
import { OrderedPets, type OrderedPet, type OrderedPetStatus } from '../ordered-pets.ts';

/** Test double. A test puts the pets into `statuses`, by their id. */
export class InMemoryOrderedPets extends OrderedPets {
  readonly statuses = new Map<string, OrderedPetStatus>();

  async lock({ decimal }: OrderedPetId): Promise<OrderedPet | undefined> {
    const status = this.statuses.get(decimal);
    const changeStatus = async (changed: OrderedPetStatus) => void this.statuses.set(decimal, changed);
    return status && { status, changeStatus };
  }
}
