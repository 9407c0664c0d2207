import { Order } from '@petstore/store-domain';

/** A row of `orders` as PreparedStatement returns it. Times are in RFC 3339. */
export type OrderRow = readonly [
  id: string,
  petId: string,
  status: string,
  reference: string | null,
  placedAt: string,
  updatedAt: string,
];

const rfc3339 = (column: string) => `pg_catalog.to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The columns of an OrderRow, in its order. */
export const rowColumns = `id, pet_id, status, reference, ${rfc3339('placed_at')}, ${rfc3339('updated_at')}`;

export function toOrder([id, petId, status, reference, placedAt, updatedAt]: OrderRow): Order {
  return Order.restore({ id, petId, status, ...(reference !== null && { reference }), placedAt, updatedAt });
}
