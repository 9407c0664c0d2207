import { OrderRepository } from '../order.repository.ts';
import { InMemoryOrderRepository } from './in-memory-order.repository.ts';

/** For each repository of the context, under the name that the tests of the API give it: its port and its in-memory implementation. */
export const fakes = { orders: [OrderRepository, InMemoryOrderRepository] };
