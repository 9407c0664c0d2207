import { OrderStatus } from '@petstore/store-domain';
import { EntitySchema } from 'typeorm';

/** Milliseconds, as in the API. PostgreSQL's clock sets the times, because the clocks of the instances can differ. */
const time = { type: 'timestamptz', precision: 3 } as const;

/**
 * The table of the orders. `pet_id` has no foreign key, because each context owns its tables. `orders_placed_pet_id_index`
 * guarantees at most one placed order per pet.
 */
export const orderTable = new EntitySchema({
  name: 'orders',
  columns: {
    id: {
      type: 'bigint',
      primary: true,
      primaryKeyConstraintName: 'orders_pkey',
      // TypeORM supports this strategy, but the types of EntitySchema do not list it.
      generated: 'identity' as 'increment',
    },
    pet_id: { type: 'bigint' },
    status: { type: 'text' },
    reference: { type: 'text', nullable: true },
    placed_at: time,
    updated_at: time,
  },
  indices: [
    { name: 'orders_status_id_index', columns: ['status', 'id'] },
    { name: 'orders_pet_id_status_id_index', columns: ['pet_id', 'status', 'id'] },
    {
      name: 'orders_placed_pet_id_index',
      columns: ['pet_id'],
      unique: true,
      where: `status = '${OrderStatus.placed.value}'`,
    },
  ],
  checks: [{ name: 'orders_status_check', expression: `status IN ('${OrderStatus.values.join("', '")}')` }],
});
