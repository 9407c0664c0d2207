import type { Transaction } from '@petstore/kernel';
import { PetOrders, type PetId } from '@petstore/pets-domain';
import { OrderedPetId, type OrderRepository } from '@petstore/store-domain';

/** Lets the context pets ask the context store for orders, because the contexts do not import each other. */
export class PetOrdersAdapter extends PetOrders {
  constructor(private readonly orders: OrderRepository) {
    super();
  }

  hasPlacedOrder({ decimal }: PetId, transaction: Transaction): Promise<boolean> {
    return this.orders.hasPlacedOrder(new OrderedPetId(decimal), transaction);
  }
}
