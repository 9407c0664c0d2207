import type { Transaction } from '@petstore/kernel';
import type { OrderedPetId } from './order.value-objects.ts';

/**
 * What orders know of a pet. The context pets implements it, because that context decides about the status of a pet. Each method returns
 * the changed pet, or throws the error that names the broken rule.
 */
export interface OrderedPet {
  reserve(): OrderedPet;
  sell(): OrderedPet;
  release(): OrderedPet;
  takeBack(): OrderedPet;
  /** Returns the pet as plain values, for the event of the order. */
  snapshot(): object;
}

/** The pets that orders are for. The application implements this port with the context pets. */
export abstract class OrderedPets {
  /**
   * Locks the pet until the transaction ends. Returns undefined if there is no such pet. The transaction must not have written anything
   * before. Otherwise the log could have the events of a pet in another order than that in which they happened.
   */
  abstract lock(id: OrderedPetId, transaction: Transaction): Promise<OrderedPet | undefined>;

  /** Stores a changed pet that the transaction has locked. */
  abstract update(pet: OrderedPet, transaction: Transaction): Promise<void>;
}
