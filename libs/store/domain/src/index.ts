// The domain of orders: value objects with their rules, Order with its transitions, and the ports OrderRepository and OrderedPets.
// It uses no database, HTTP or clock.
export { InvalidOrderTransition, UnknownPet, OrderNotFound, PetNotAvailable } from './order.errors.ts';
export type { StoreErrorCode } from './order.errors.ts';
export { NewOrder } from './new-order.ts';
export { Order } from './order.ts';
export { OrderedPetId } from './ordered-pet-id.ts';
export { OrderedPets, type OrderedPet, type OrderedPetStatus } from './ordered-pets.ts';
export { OrderId } from './order-id.ts';
export { OrderReference } from './order-reference.ts';
export { OrderRepository, type LockedOrder, type OrderQuery } from './order.repository.ts';
export { OrderStatus, type OrderStatusValue } from './order-status.ts';
