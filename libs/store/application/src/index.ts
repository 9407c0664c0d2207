// Use cases for orders. The API calls them.
// Each class is one use case: its constructor takes the ports, and `execute` runs it.
export { CancelOrder } from './cancel-order.ts';
export { CompleteOrder } from './complete-order.ts';
export { GetOrder } from './get-order.ts';
export { ListOrders, type ListOrdersQuery, type OrdersPage } from './list-orders.ts';
export { PlaceOrder } from './place-order.ts';
export { ReturnOrder } from './return-order.ts';
