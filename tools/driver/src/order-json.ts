/** An order as the API returns it. */
export interface OrderJson extends NewOrderJson {
  readonly id: number;
  readonly status: OrderStatus;
  /** Times are in RFC 3339, UTC, with milliseconds. */
  readonly placedAt: string;
  readonly updatedAt: string;
}

/** An order as a client sends it in placeOrder. */
export interface NewOrderJson {
  readonly petId: number;
  readonly reference: string;
}

export type OrderStatus = 'placed' | 'completed' | 'cancelled' | 'returned';

/** An operation that changes the status of an order: the last part of its path. */
export type OrderTransition = 'complete' | 'cancel' | 'return';
