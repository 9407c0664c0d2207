import { Order, type NewOrder } from '@petstore/store-domain';

/** A row of `orders` as PreparedStatement returns it. */
export type OrderRow = readonly [id: string, name: string];

/** The columns of an OrderRow, in its order. */
export const rowColumns = 'id, name';

/** The columns that an INSERT fills, in the order of `toParameters`. */
export const insertedColumns = 'name';

export function toParameters({ name }: NewOrder): readonly string[] {
  return [name.text];
}

export function toOrder([id, name]: OrderRow): Order {
  return Order.restore({ id, name });
}
