import { PetOrders, type PetId } from '@petstore/pets-domain';

export class FakePetOrders extends PetOrders {
  /** The ids of the pets that an order reserves. */
  readonly reserved = new Set<string>();

  async hasPlacedOrder({ decimal }: PetId): Promise<boolean> {
    return this.reserved.has(decimal);
  }
}
