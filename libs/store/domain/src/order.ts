import { InvalidOrderTransition } from './order.errors.ts';
import { OrderedPetId, OrderId, OrderReference, OrderStatus } from './order.value-objects.ts';
import type { OrderedPetStatus } from './ordered-pets.ts';

/** The status of the pet while its latest order has a status. */
const petStatuses: Readonly<Record<OrderStatus, OrderedPetStatus>> = {
  placed: 'pending',
  completed: 'sold',
  cancelled: 'available',
  returned: 'available',
};

/** An order without an id. The repository assigns the id and returns an Order. */
export class NewOrder {
  readonly petId: OrderedPetId;
  readonly reference: OrderReference | undefined;

  constructor({ petId, reference }: Pick<NewOrder, 'petId'> & Partial<Pick<NewOrder, 'reference'>>) {
    this.petId = petId;
    this.reference = reference;
  }
}

/**
 * The adoption of one pet. Each transition returns the Order with the new status, or the same Order if it has that status
 * already, so that a client can repeat a request after a lost response. The repository sets `updatedAt`.
 */
export class Order {
  private constructor(
    readonly id: OrderId,
    readonly petId: OrderedPetId,
    readonly status: OrderStatus,
    readonly reference: OrderReference | undefined,
    readonly placedAt: Date,
    /** Time of the last change of the status. */
    readonly updatedAt: Date,
  ) {}

  /**
   * Creates an Order from stored values. `id` and `petId` are int64 in decimal digits.
   * @throws Error if the status is unknown, because another program changed the storage
   */
  static restore(stored: {
    id: string;
    petId: string;
    status: string;
    reference: string | null;
    placedAt: Date;
    updatedAt: Date;
  }): Order {
    return new Order(
      new OrderId(stored.id),
      new OrderedPetId(stored.petId),
      OrderStatus.restore(stored.status),
      stored.reference === null ? undefined : new OrderReference(stored.reference),
      stored.placedAt,
      stored.updatedAt,
    );
  }

  /** The status of the pet if this is its latest order. */
  get petStatus(): OrderedPetStatus {
    return petStatuses[this.status];
  }

  /** The Order as it was when it was placed. */
  get asPlaced(): Order {
    return new Order(this.id, this.petId, 'placed', this.reference, this.placedAt, this.placedAt);
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

  /** Returns the members as plain values, in the order of the API. `id` and `petId` are int64 in decimal digits. */
  snapshot() {
    return {
      id: this.id.decimal,
      petId: this.petId.decimal,
      status: this.status,
      ...(this.reference && { reference: this.reference.text }),
      placedAt: this.placedAt.toISOString(),
      updatedAt: this.updatedAt.toISOString(),
    };
  }

  private changed(from: OrderStatus, to: OrderStatus): Order {
    if (this.status === to) return this;
    if (this.status !== from) {
      throw new InvalidOrderTransition(`The order is ${this.status}: only a ${from} order can be ${to}.`);
    }
    return new Order(this.id, this.petId, to, this.reference, this.placedAt, this.updatedAt);
  }
}
