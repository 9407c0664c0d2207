import { Int64, type DomainEvent } from '@petstore/kernel';
import { InvalidOrderTransition, UnknownPet } from './order.errors.ts';
import { OrderedPetId, OrderId, OrderReference, OrderStatus } from './order.value-objects.ts';
import type { OrderedPet } from './ordered-pets.ts';

/** The members of a NewOrder before validation. */
export type OrderFields = { readonly [Name in keyof PlainOrder]?: unknown };

/** The members of a NewOrder as plain values. `petId` is an int64 in decimal digits. */
export interface PlainOrder {
  readonly petId: string;
  readonly reference?: string | null;
}

/** An order without an id. The repository assigns the id and returns an Order. */
export class NewOrder {
  readonly petId: OrderedPetId;
  readonly reference: OrderReference | undefined;

  constructor({ petId, reference }: Pick<NewOrder, 'petId'> & Partial<NewOrder>) {
    this.petId = petId;
    this.reference = reference;
  }

  /** @throws InvalidValue of the first member that is invalid */
  static of(fields: OrderFields): NewOrder {
    return new NewOrder({
      petId: OrderedPetId.of(fields.petId),
      reference: fields.reference === undefined ? undefined : OrderReference.of(fields.reference),
    });
  }

  /** Creates a NewOrder from stored values. */
  protected static fromPlain(stored: PlainOrder): NewOrder {
    return new NewOrder({
      petId: new OrderedPetId(stored.petId),
      reference: typeof stored.reference === 'string' ? new OrderReference(stored.reference) : undefined,
    });
  }

  /** Returns the members as plain values. An optional member that the order does not have is absent. */
  plain(): PlainOrder {
    return {
      petId: this.petId.decimal,
      ...(this.reference !== undefined && { reference: this.reference.text }),
    };
  }
}

/** What the storage knows before an order is placed. */
export interface NextOrder {
  readonly id: OrderId;
  readonly now: Date;
}

/** What a transition of an order needs to know, beside the order. */
export interface OrderChange {
  /** Undefined if there is no such pet. */
  readonly pet: OrderedPet | undefined;
  /** Whether the pet has no later order. */
  readonly isLatest: boolean;
  readonly now: Date;
  /** Who asks for the change, see DomainEvent. */
  readonly actor: string;
}

/** The events that an Order records: one for each status. */
export const orderEventTypes = OrderStatus.values.map((status) => `order.${status}` as const);

/**
 * The adoption of one pet. A placed order reserves the pet. After that it is completed or cancelled. A completed order can be returned if
 * it is the latest of its pet. Each transition changes the order and its pet, and records what happened. The pet must exist, except for a
 * cancellation: somebody can have deleted it with psql. If the order has the new status already, the transition returns the same Order, so
 * that a client can repeat a request after a lost response.
 */
export class Order extends NewOrder {
  private constructor(
    readonly id: OrderId,
    members: NewOrder,
    readonly status: OrderStatus,
    readonly placedAt: Date,
    /** Time of the last change of the status. */
    readonly updatedAt: Date,
    /** The pet after the last change; undefined if nothing has changed, or if the pet is gone. */
    readonly pet?: OrderedPet,
    /** Who made the last change; undefined if nothing has changed. */
    private readonly actor?: string,
  ) {
    super(members);
  }

  /** Reserves the pet. @throws UnknownPet if there is no pet, or the error of the pet if it is not available */
  static place({ id, now }: NextOrder, newOrder: NewOrder, pet: OrderedPet | undefined, actor: string): Order {
    if (!pet) throw new UnknownPet();
    return new Order(id, newOrder, 'placed', now, now, pet.reserve(), actor);
  }

  /** Creates an Order from stored values. @throws Error if the status is unknown */
  static restore(stored: PlainOrder & { id: string; status: string; placedAt: Date; updatedAt: Date }): Order {
    const status = OrderStatus.restore(stored.status);
    return new Order(new OrderId(stored.id), NewOrder.fromPlain(stored), status, stored.placedAt, stored.updatedAt);
  }

  /** The Order as it was when it was placed. */
  get asPlaced(): Order {
    return new Order(this.id, this, 'placed', this.placedAt, this.placedAt);
  }

  /** The adopter takes the pet. @throws InvalidOrderTransition unless the order is placed or completed */
  complete(change: OrderChange): Order {
    return this.changed('placed', 'completed', change, (pet) => pet.sell());
  }

  /** The adopter withdraws, also if the pet is gone, so that the order can end. @throws InvalidOrderTransition unless the order is placed or cancelled */
  cancel(change: OrderChange): Order {
    return this.changed('placed', 'cancelled', change, (pet) => pet.release());
  }

  /** The pet comes back. @throws InvalidOrderTransition unless the order is returned, or is completed and the latest of its pet */
  return(change: OrderChange): Order {
    return this.changed('completed', 'returned', change, (pet) => {
      if (change.isLatest) return pet.takeBack();
      throw new InvalidOrderTransition('The animal has a later order: only its latest order can be returned.');
    });
  }

  /** The event that the last change has recorded; undefined if nothing has changed. */
  get event(): DomainEvent | undefined {
    const { status, petId, actor, pet } = this;
    if (actor === undefined) return undefined;
    const data = { order: this.snapshot(), ...(pet && { pet: pet.snapshot() }) };
    return { type: `order.${status}`, petId: petId.decimal, actor, data };
  }

  /** Returns the members as plain values, in the order of the API. */
  snapshot(): OrderSnapshot {
    const { petId, ...others } = this.plain();
    return {
      id: this.id.decimal,
      petId,
      status: this.status,
      ...others,
      placedAt: this.placedAt.toISOString(),
      updatedAt: this.updatedAt.toISOString(),
    };
  }

  private changed(
    from: OrderStatus,
    to: OrderStatus,
    { pet, now, actor }: OrderChange,
    change: (pet: OrderedPet) => OrderedPet,
  ): Order {
    if (this.status === to) return this;
    if (this.status !== from)
      throw new InvalidOrderTransition(`The order is ${this.status}: only a ${from} order can be ${to}.`);
    if (!pet && to !== 'cancelled') throw new InvalidOrderTransition(`The animal is gone: its order cannot be ${to}.`);
    return new Order(this.id, this, to, this.placedAt, now, pet && change(pet), actor);
  }
}

/** The members of an Order as plain values: the events contain them. `id` is an int64 in decimal digits, times are in ISO 8601. */
export interface OrderSnapshot extends PlainOrder {
  readonly id: string;
  readonly status: string;
  readonly placedAt: string;
  readonly updatedAt: string;
}

/** Returns an order as JSON shows it: an int64 is a number, or a bigint if a number would round it. */
export function orderToJson(order: OrderSnapshot) {
  return { ...order, id: Int64.toValue(order.id), petId: Int64.toValue(order.petId) };
}
