// Use cases for orders. The API calls them.
export * from './change-order.ts';
export * from './get-order.ts';
export * from './list-orders.ts';
export * from './place-order.ts';
