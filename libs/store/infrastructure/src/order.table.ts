import type { OrderSnapshot } from '@petstore/store-domain';
import { EntitySchema } from 'typeorm';

export const orderTable = new EntitySchema<OrderSnapshot>({
  name: 'orders',
  columns: {
    id: {
      type: 'bigint',
      primary: true,
      primaryKeyConstraintName: 'orders_pkey',
      // TypeORM supports this strategy, but the types of EntitySchema do not list it.
      generated: 'identity' as 'increment',
    },
    name: { type: 'text' },
  },
});
