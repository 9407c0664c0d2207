import { executeStatement } from '@petstore/database';
import { Deadline } from '@petstore/kernel';
import { OrderRepository, type Order, type OrderId, type NewOrder } from '@petstore/store-domain';
import type { DataSource } from 'typeorm';
import { toOrder, toParameters } from './order-rows.ts';
import { orderById, newOrder } from './order-statements.ts';

export class TypeOrmOrderRepository extends OrderRepository {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  async add(values: NewOrder, deadline = Deadline.none): Promise<Order> {
    const [row] = await executeStatement(this.dataSource, newOrder, 'change', toParameters(values), deadline);
    return toOrder(row!);
  }

  async find(id: OrderId, deadline = Deadline.none): Promise<Order | undefined> {
    const [row] = await executeStatement(this.dataSource, orderById, 'read', [id.decimal], deadline);
    return row && toOrder(row);
  }
}
