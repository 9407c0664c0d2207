import { InvalidOrderTransition } from './order.errors.ts';
import { OrderId } from './order-id.ts';
import { OrderStatus, type OrderStatusValue } from './order-status.ts';
import { OrderedPetId } from './ordered-pet-id.ts';
import type { OrderedPetStatus } from './ordered-pets.ts';

/** Snapshot of an Order as plain values. `id` and `petId` are int64 in decimal digits. */
export interface OrderSnapshot {
  readonly id: string;
  readonly petId: string;
  readonly status: OrderStatusValue;
  readonly reference?: string;
  /** RFC 3339, UTC, with milliseconds. */
  readonly placedAt: string;
  /** Time of the last change of the status, in the format of `placedAt`. */
  readonly updatedAt: string;
}

/** The stored values of an Order before validation. */
export type StoredOrder = Omit<OrderSnapshot, 'status'> & { readonly status: string };

/** The status of the pet while its latest order has a status. */
const petStatuses: Readonly<Record<OrderStatusValue, OrderedPetStatus>> = {
  placed: 'pending',
  completed: 'sold',
  cancelled: 'available',
  returned: 'available',
};

/**
 * The adoption of one pet. Each transition returns the Order with the new status, or the same Order if it has that status
 * already, so that a client can repeat a request after a lost response. The repository sets `updatedAt`.
 */
export class Order {
  private constructor(private readonly values: OrderSnapshot) {}

  /** @throws InvalidValue `invalid_order_status` if the stored status is unknown, because another program changed the table */
  static restore(stored: StoredOrder): Order {
    return new Order({ ...stored, status: OrderStatus.of(stored.status).value });
  }

  get id(): OrderId {
    return OrderId.restore(this.values.id);
  }

  get petId(): OrderedPetId {
    return OrderedPetId.restore(this.values.petId);
  }

  /** The status of the pet if this is its latest order. */
  get petStatus(): OrderedPetStatus {
    return petStatuses[this.values.status];
  }

  /** The Order as it was when it was placed. */
  get asPlaced(): Order {
    return new Order({ ...this.values, status: 'placed', updatedAt: this.values.placedAt });
  }

  /** The adopter takes the pet. @throws InvalidOrderTransition unless the order is placed or completed */
  complete(): Order {
    return this.changed('placed', 'completed');
  }

  /** The adopter withdraws. @throws InvalidOrderTransition unless the order is placed or cancelled */
  cancel(): Order {
    return this.changed('placed', 'cancelled');
  }

  /**
   * The pet comes back.
   * @param isLatest whether the pet has no later order
   * @param petStatus the status of the pet; undefined if the pet does not exist
   * @throws InvalidOrderTransition unless the order is returned, or is completed and the latest of a sold pet
   */
  return(isLatest: boolean, petStatus: OrderedPetStatus | undefined): Order {
    const returned = this.changed('completed', 'returned');
    if (returned === this) return this;
    if (!isLatest)
      throw new InvalidOrderTransition('The animal has a later order: only its latest order can be returned.');
    if (petStatus !== 'sold') {
      throw new InvalidOrderTransition(`The animal is ${petStatus ?? 'gone'}: only a sold animal can be returned.`);
    }
    return returned;
  }

  snapshot(): OrderSnapshot {
    return this.values;
  }

  private changed(from: OrderStatusValue, to: OrderStatusValue): Order {
    const { status } = this.values;
    if (status === to) return this;
    if (status !== from) {
      throw new InvalidOrderTransition(`The order is ${status}: only a ${from} order can be ${to}.`);
    }
    return new Order({ ...this.values, status: to });
  }
}
