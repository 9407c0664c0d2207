import { InMemoryTransactions } from '@petstore/kernel/testing';
import { InMemoryOrderRepository } from './in-memory-order.repository.ts';
import { orderRepositoryContract } from './order.repository.contract.ts';

describe('the contract of OrderRepository', () => {
  for (const [rule, verify] of Object.entries(orderRepositoryContract)) {
    it(rule, () => {
      const orders = new InMemoryOrderRepository();
      return verify(orders, new InMemoryTransactions(), orders.log);
    });
  }
});
