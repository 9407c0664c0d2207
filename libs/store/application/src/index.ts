// Use cases for orders. The API calls them.
// Each class is one use case: its constructor takes the ports, and `execute` runs it.
export { CreateOrder } from './create-order.ts';
export { GetOrder } from './get-order.ts';
