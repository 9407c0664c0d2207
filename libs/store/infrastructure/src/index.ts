// PostgreSQL adapter for the port OrderRepository, and the tables and migrations of the context store.
import type { Persistence } from '@petstore/database';
import { CreateOrders1795360468717 } from './migrations/1795360468717-create-orders.ts';
import { orderTable } from './order.table.ts';

export { TypeOrmOrderRepository } from './typeorm-order.repository.ts';

export const storePersistence: Persistence = {
  tables: [orderTable],
  migrations: [CreateOrders1795360468717],
};
