// PostgreSQL adapter for the port OrderRepository, and the entities and migrations of the context store.
import type { Persistence } from '@petstore/database';
import { CreateOrders1795459200003 } from './migrations/1795459200003-create-orders.ts';
import { OrderEntity } from './order.entity.ts';

export { TypeOrmOrderRepository } from './typeorm-order.repository.ts';

export const storePersistence: Persistence = {
  entities: [OrderEntity],
  migrations: [CreateOrders1795459200003],
};
