import type { Transaction } from '@petstore/kernel';
import type { PetId } from './pet.value-objects.ts';

/** Which pets are reserved: the context `store` knows it. `apps/api` implements this port with the repository of that context. */
export abstract class Reservations {
  /** Whether an order reserves the pet. The transaction must have locked the pet. */
  abstract hasPlacedOrder(id: PetId, transaction: Transaction): Promise<boolean>;
}
