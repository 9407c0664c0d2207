import type { Transaction } from '@petstore/kernel';
import { PetOrders, type PetId } from '@petstore/pets-domain';
import { OrderedPetId, type OrderRepository } from '@petstore/store-domain';

/** Lets the context pets ask the context store for orders. */
export class PetOrdersAdapter extends PetOrders {
  constructor(private readonly orders: OrderRepository) {
    super();
  }

  hasPlaced({ decimal }: PetId, transaction: Transaction): Promise<boolean> {
    return this.orders.hasPlaced(OrderedPetId.restore(decimal), transaction);
  }
}
