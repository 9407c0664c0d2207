import type { ClientResponse } from './client.ts';
import { isCertainlyNotDone } from './ledger.ts';
import type { NewOrderJson, OrderJson, OrderStatus, OrderTransition } from './order-json.ts';
import { findOrderViolations, type OrderOutcome, type TransitionRecord } from './order-violations.ts';
import type { PetJson } from './pet-json.ts';
import type { StoredOrders, Violation } from './stored-orders.ts';

/** The status to which each transition leads. */
const targets: Readonly<Record<OrderTransition, OrderStatus>> = {
  complete: 'completed',
  cancel: 'cancelled',
  return: 'returned',
};

/** Number of orders with each outcome that their clients know. */
export interface OrderCounts {
  readonly acknowledged: number;
  /** 409 `pet_not_available`, or certainly not executed. */
  readonly refused: number;
  /** Orders without a response. */
  readonly unknown: number;
}

/**
 * Records the orders that clients place for one pet, and the responses of the service. The reference identifies an order. All
 * clients that order the pet must use the same ledger, and none may change the status of the pet.
 */
export class OrderLedger {
  private readonly outcomes = new Map<string, OrderOutcome>();
  private readonly transitions: TransitionRecord[] = [];
  /** Responses that contradict their request or an earlier response. */
  private readonly wrongResponses = new Set<string>();

  /** @param pet the pet as it was created, `available` */
  constructor(readonly pet: PetJson) {}

  /** Returns an order for the pet, with a reference that was not used before. */
  nextOrder(): NewOrderJson {
    const newOrder = { petId: this.pet.id, reference: `pet ${this.pet.id} order ${this.outcomes.size + 1}` };
    this.outcomes.set(newOrder.reference, { state: 'not sent' });
    return newOrder;
  }

  /**
   * Records the response to placeOrder. A client may send an order again only with its `Idempotency-Key`.
   * @returns whether the client knows that the order was placed, or that the pet was not available
   */
  record(newOrder: NewOrderJson, response: ClientResponse): boolean {
    const { reference } = newOrder;
    const known = this.outcomes.get(reference)!;
    if (response.status === 201) {
      this.recordPlaced(newOrder, known, response.text);
      return true;
    }
    const isTaken = response.code === 'pet_not_available';
    if (known.state === 'placed') {
      if (!isUnavailable(response)) this.addWrongResponse(`a repeat of order ${known.order.id}`, response);
      return false;
    }
    if (!isTaken && !isUnavailable(response)) this.addWrongResponse('placeOrder', response);
    // After 409 for a repeat, no earlier attempt has placed the order. After 503, one can have.
    const isRefused = isTaken || (known.state !== 'unknown' && isCertainlyNotDone(response));
    this.outcomes.set(reference, { state: isRefused ? 'refused' : 'unknown' });
    return isTaken;
  }

  /**
   * Records the response to a transition.
   * @returns whether the client knows that the order has the new status, or that the transition is not allowed
   */
  recordTransition(id: number, transition: OrderTransition, response: ClientResponse): boolean {
    const target = targets[transition];
    if (response.status === 200) {
      const order = JSON.parse(response.text) as OrderJson;
      if (order.id !== id || order.status !== target) this.addWrongResponse(`${transition} of order ${id}`, response);
      this.transitions.push({ id, target, changed: order });
      return true;
    }
    const isRefused = response.code === 'invalid_order_transition';
    if (!isRefused && !isUnavailable(response)) this.addWrongResponse(`${transition} of order ${id}`, response);
    this.transitions.push({ id, target, isRefused });
    return isRefused;
  }

  /** The acknowledged orders as they were placed. */
  get acknowledged(): OrderJson[] {
    return [...this.outcomes.values()].flatMap((outcome) => (outcome.state === 'placed' ? [outcome.order] : []));
  }

  get counts(): OrderCounts {
    const states = [...this.outcomes.values()].map(({ state }) => state);
    const count = (state: OrderOutcome['state']) => states.filter((each) => each === state).length;
    return { acknowledged: count('placed'), refused: count('refused'), unknown: count('unknown') };
  }

  /** Returns how many of the orders without a response are stored. */
  countUnknownCreated(orders: StoredOrders['orders']): number {
    return orders.filter(({ reference }) => this.outcomes.get(reference)?.state === 'unknown').length;
  }

  /** Compares all records with the stored pet and all its orders. */
  verify(stored: StoredOrders): Violation[] {
    const { pet, outcomes, transitions } = this;
    return [
      ...[...this.wrongResponses].map((description) => ({ kind: 'altered' as const, description })),
      ...findOrderViolations({ pet, outcomes, transitions }, stored),
    ];
  }

  private recordPlaced(newOrder: NewOrderJson, known: OrderOutcome, text: string): void {
    const order = JSON.parse(text) as OrderJson;
    const { petId, reference } = newOrder;
    const isAsSent = order.petId === petId && order.reference === reference;
    if (!isAsSent || order.status !== 'placed' || order.updatedAt !== order.placedAt) {
      this.wrongResponses.add(`placeOrder for ${JSON.stringify(newOrder)} returned ${text}`);
    }
    if (known.state === 'placed' && known.text !== text) {
      this.wrongResponses.add(`a repeat of placeOrder returned ${text} after ${known.text}`);
    }
    this.outcomes.set(reference, { state: 'placed', order, text });
  }

  private addWrongResponse(operation: string, { status, code }: ClientResponse): void {
    this.wrongResponses.add(`${operation} returned ${status} ${code}`.trimEnd());
  }
}

/** Whether there was no response, or 503. */
function isUnavailable({ status }: ClientResponse): boolean {
  return status === 0 || status === 503;
}
