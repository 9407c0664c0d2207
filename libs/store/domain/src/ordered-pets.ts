import type { Transaction } from '@petstore/kernel';
import type { OrderedPetId } from './order.value-objects.ts';

/** The status that the context pets gives a pet. */
export type OrderedPetStatus = 'available' | 'pending' | 'sold';

/** A pet that a transaction has locked. */
export interface OrderedPet {
  readonly status: OrderedPetStatus;
  /** Stores another status in the transaction. */
  changeStatus(status: OrderedPetStatus): Promise<void>;
}

/** The pets that orders are for. The application implements this port with the context pets. */
export abstract class OrderedPets {
  /** Locks the pet until the transaction ends. Returns undefined if there is no such pet. */
  abstract lock(id: OrderedPetId, transaction: Transaction): Promise<OrderedPet | undefined>;
}
