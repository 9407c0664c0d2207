// PostgreSQL adapter for the port OrderRepository, and the entities and migrations of the context `store`.
import type { Persistence } from '@petstore/database';
import * as migrations from './migrations.ts';
import { OrderEntity } from './order.entity.ts';

export { TypeOrmOrderRepository } from './typeorm-order.repository.ts';

export const storePersistence: Persistence = { entities: [OrderEntity], migrations: Object.values(migrations) };
