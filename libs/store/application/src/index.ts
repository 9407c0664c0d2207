// Use cases for orders. The API calls them.
// Each class is one use case: its constructor takes the ports, and `execute` runs it.
export * from './change-order.ts';
export * from './get-order.ts';
export * from './list-orders.ts';
export * from './place-order.ts';
