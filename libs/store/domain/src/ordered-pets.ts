import type { Transaction } from '@petstore/kernel';
import type { OrderedPetId } from './ordered-pet-id.ts';

/** The status that the context pets gives a pet. */
export type OrderedPetStatus = 'available' | 'pending' | 'sold';

/** The pets that orders are for. The application implements this port with the context pets. */
export abstract class OrderedPets {
  /** Returns the status of the pet and locks the pet until the transaction ends. Returns undefined if there is no such pet. */
  abstract lock(id: OrderedPetId, transaction: Transaction): Promise<OrderedPetStatus | undefined>;

  /** Changes the status of a pet that the transaction has locked. */
  abstract changeStatus(id: OrderedPetId, status: OrderedPetStatus, transaction: Transaction): Promise<void>;
}
