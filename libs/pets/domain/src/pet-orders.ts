import type { Transaction } from '@petstore/kernel';
import type { PetId } from './pet.value-objects.ts';

/** The orders for pets. The application implements this port with the context store. */
export abstract class PetOrders {
  /** Whether an order reserves the pet. The transaction must have locked the pet. */
  abstract hasPlacedOrder(id: PetId, transaction: Transaction): Promise<boolean>;
}
