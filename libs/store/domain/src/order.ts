import type { OrderId } from './order-id.ts';
import type { OrderName } from './order-name.ts';

/** An order without an id. The repository assigns the id and returns an Order. */
export interface NewOrder {
  readonly name: OrderName;
}

/** Snapshot of an Order as plain values. `id` is an int64 in decimal digits. */
export interface OrderSnapshot {
  readonly id: string;
  readonly name: string;
}

/** A stored order. */
export class Order {
  private constructor(private readonly values: OrderSnapshot) {}

  /** Creates the Order from a NewOrder and the id that the repository assigned. */
  static register({ decimal: id }: OrderId, { name }: NewOrder): Order {
    return new Order({ id, name: name.text });
  }

  /** Creates the Order from stored values. Does not validate them, because an earlier release may have had other rules. */
  static restore({ id, name }: OrderSnapshot): Order {
    return new Order({ id, name });
  }

  snapshot(): OrderSnapshot {
    return this.values;
  }
}
