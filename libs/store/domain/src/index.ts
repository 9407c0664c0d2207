// The domain of orders: value objects with their rules, Order with its transitions, and the ports.
export * from './order.errors.ts';
export * from './order.repository.ts';
export * from './order.ts';
export * from './order.value-objects.ts';
export * from './ordered-pets.ts';
