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

/** The pets that orders are for, which the context `pets` has. `apps/api` implements this port with the repository of that context. */
export abstract class OrderedPets {
  /** As `PetRepository.lock`. Returns undefined if there is no such pet. */
  abstract lock(id: OrderedPetId, transaction: Transaction): Promise<OrderedPet | undefined>;

  /** Stores a changed pet that the transaction has locked. */
  abstract update(pet: OrderedPet, transaction: Transaction): Promise<void>;
}
