// Use cases for orders. The API calls them.
// Each class is one use case: its constructor takes the ports, and `execute` runs it.
export { ChangeOrder, type OrderTransition } from './change-order.ts';
export { GetOrder } from './get-order.ts';
export { ListOrders, type ListOrdersQuery, type OrdersPage } from './list-orders.ts';
export { PlaceOrder } from './place-order.ts';
