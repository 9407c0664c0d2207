// The domain of orders: value objects with their rules, Order, and the port OrderRepository.
// It uses no database, HTTP or clock.
export { Order, type OrderSnapshot, type NewOrder } from './order.ts';
export { OrderId } from './order-id.ts';
export { OrderName } from './order-name.ts';
export { OrderRepository } from './order.repository.ts';
export { OrderNotFound, type StoreErrorCode } from './order.errors.ts';
