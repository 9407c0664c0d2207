import { PreparedStatement } from '@petstore/database';
import { insertedColumns, rowColumns, type OrderRow } from './order-rows.ts';

/** Inserts an order and returns its row. PostgreSQL assigns the id. */
export const newOrder = new PreparedStatement<OrderRow>(
  'new_order',
  `INSERT INTO orders (${insertedColumns}) VALUES ($1) RETURNING ${rowColumns}`,
);

/** Finds an order by its id. Returns no row if there is none. */
export const orderById = new PreparedStatement<OrderRow>(
  'order_by_id',
  `SELECT ${rowColumns} FROM orders WHERE id = $1`,
);
