import type { CallOptions } from './call-options.ts';
import type { components, operations } from './openapi.ts';
import { isInteger } from './pet.ts';

type Schemas = components['schemas'];
type Query = NonNullable<operations['listOrders']['parameters']['query']>;

/** @beta May change or be removed in any release. */
export type OrderStatus = Schemas['OrderStatus'];

/**
 * An order to place.
 * @beta May change or be removed in any release.
 */
export type NewOrder = Readonly<Omit<Schemas['NewOrder'], 'reference'>> & {
  /** Your own name for the order. It should not contain data about people. */
  readonly reference?: string | undefined;
};

/**
 * The adoption of one animal. `placedAt` and `updatedAt` are RFC 3339 times in UTC, which `new Date` reads.
 * @beta May change or be removed in any release.
 */
export type Order = Schemas['Order'];

/** @beta May change or be removed in any release. */
export interface ListOrdersQuery extends CallOptions {
  /** Only orders with this status. */
  readonly status?: Query['status'] | undefined;
  /** Only orders for this animal. */
  readonly petId?: Query['petId'] | undefined;
  /** Maximum number of orders on a page: 1 to 100, by default 20. Does not limit the number of pages. */
  readonly limit?: Query['limit'] | undefined;
  /** `nextCursor` of a page of a list with the same status and animal. The list starts after that page. */
  readonly cursor?: Query['cursor'] | undefined;
}

/** @beta May change or be removed in any release. */
export interface OrderPage {
  readonly orders: readonly Order[];
  /** Cursor of the next page, for `list({ cursor })`; undefined on the last page. */
  readonly nextCursor: string | undefined;
}

/** Checks only `id`, `petId` and `status`: enough to detect a response of another server. */
export function isOrder(value: unknown): value is Order {
  const { id, petId, status } = (value ?? {}) as Record<string, unknown>;
  return isInteger(id) && isInteger(petId) && typeof status === 'string';
}
