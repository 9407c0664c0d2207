import type { Transaction } from '@petstore/kernel';
import type { PetId } from './pet.value-objects.ts';

/** The orders for pets, which the context `store` has. `apps/api` implements this port with the repository of that context. */
export abstract class PetOrders {
  /** Whether an order reserves the pet. The transaction must have locked the pet. */
  abstract hasPlacedOrder(id: PetId, transaction: Transaction): Promise<boolean>;
}
