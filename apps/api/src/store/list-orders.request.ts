import { defineList, integerParameter, type PageRequestOf } from '@petstore/http/paging/page-request';
import { OrderedPetId, OrderId, OrderStatus } from '@petstore/store-domain';
import { ordersPath } from './orders.paths.ts';

/** Defines the paging and the filters of `listOrders`. A cursor contains the OrderId of the last order of a page. */
export const orderList = defineList({
  path: ordersPath,
  filters: { status: OrderStatus, petId: integerParameter(OrderedPetId) },
  parsePosition: (text) => OrderId.parse(text),
});

/** The query of `listOrders`. */
export type ListOrdersRequest = PageRequestOf<typeof orderList>;
