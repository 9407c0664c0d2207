import { OrderRepository } from '../order.repository.ts';
import { InMemoryOrderRepository } from './in-memory-order.repository.ts';

/** The port of each repository of the context and its in-memory implementation, by its name in the tests of the API. */
export const fakes = { orders: [OrderRepository, InMemoryOrderRepository] };
