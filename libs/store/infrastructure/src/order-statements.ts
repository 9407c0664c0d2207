import { PreparedStatement } from '@petstore/database';
import { rowColumns, type OrderRow } from './order-rows.ts';

/** SQL expression for the name of the sequence of the ids. */
export const idSequence = "pg_get_serial_sequence('orders', 'id')";

/**
 * Inserts a placed order for the pet $1 with the reference $2, and returns its row. Without the id $3, PostgreSQL assigns the next
 * one. The time is not `now()`, because the transaction can have waited for the pet.
 */
export const newOrder = new PreparedStatement<OrderRow>(
  'new_order',
  `INSERT INTO orders (id, pet_id, status, reference, placed_at, updated_at) OVERRIDING SYSTEM VALUE
   SELECT COALESCE($3::bigint, pg_catalog.nextval(${idSequence})), $1, 'placed', $2, time, time
   FROM pg_catalog.clock_timestamp() AS time
   RETURNING ${rowColumns}`,
);

/** Finds an order by its id. Returns no row if there is none. */
export const orderById = new PreparedStatement<OrderRow>(
  'order_by_id',
  `SELECT ${rowColumns} FROM orders WHERE id = $1`,
);

/**
 * Reads an order, locks its row, and says whether it is the latest order of its pet. $2 are all statuses, so that PostgreSQL can
 * search the index on pet, status and id.
 */
export const lockedOrder = new PreparedStatement<readonly [...OrderRow, isLatest: string]>(
  'locked_order',
  `SELECT ${rowColumns}, NOT EXISTS (
     SELECT FROM orders later
     WHERE later.pet_id = orders.pet_id AND later.status = ANY ($2::text[]) AND later.id > orders.id
   )
   FROM orders WHERE id = $1 FOR NO KEY UPDATE`,
);

/** Sets the status of an order and the time of the change, and returns its row. */
export const changedOrder = new PreparedStatement<OrderRow>(
  'changed_order',
  `UPDATE orders SET status = $2, updated_at = pg_catalog.clock_timestamp() WHERE id = $1 RETURNING ${rowColumns}`,
);

/** Returns a row if the pet has a placed order. */
export const placedOrderOfPet = new PreparedStatement<readonly []>(
  'placed_order_of_pet',
  "SELECT FROM orders WHERE pet_id = $1 AND status = 'placed'",
);

/** A page after the id $1 with at most $2 orders. */
export const orderPage = new PreparedStatement<OrderRow>(
  'order_page',
  `SELECT ${rowColumns} FROM orders WHERE id > $1 ORDER BY id LIMIT $2`,
);

/** A page of the orders with the status $3. A row comparison, for the reason that `pages` of pets gives. */
export const orderPageByStatus = new PreparedStatement<OrderRow>(
  'order_page_by_status',
  `SELECT ${rowColumns} FROM orders
   WHERE (status, id) > ($3, $1::bigint) AND status <= $3 ORDER BY status, id LIMIT $2`,
);

/**
 * A page of the orders for the pet $3 with one of the statuses $4. Reads a page for each status, because one index then serves both
 * filters. With two indexes, PostgreSQL chooses by its statistics, and can scan all orders of the pet.
 */
export const orderPageByPet = new PreparedStatement<OrderRow>(
  'order_page_by_pet',
  `SELECT page.*
   FROM unnest($4::text[]) AS q (status)
   CROSS JOIN LATERAL (
     SELECT ${rowColumns} FROM orders
     WHERE (pet_id, status, id) > ($3::bigint, q.status, $1::bigint) AND (pet_id, status) <= ($3, q.status)
     ORDER BY pet_id, status, id LIMIT $2
   ) AS page
   ORDER BY id LIMIT $2`,
);
