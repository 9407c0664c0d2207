import { Reservations, type PetId } from '@petstore/pets-domain';

export class FakeReservations extends Reservations {
  /** The ids of the pets that an order reserves. */
  readonly reserved = new Set<string>();

  async hasPlacedOrder({ decimal }: PetId): Promise<boolean> {
    return this.reserved.has(decimal);
  }
}
