import { integerParameter, PageQueryPipe, type PageQueryOf } from '@petstore/http/paging';
import { OrderedPetId, OrderId, OrderStatus } from '@petstore/store-domain';
import { ordersPath } from '../../paths.ts';
import { orderStatusSchema } from './order.dto.ts';

/** Parses the query of `listOrders`. A cursor contains the OrderId of the last order of a page. */
export const listOrdersQuery = new PageQueryPipe({
  path: ordersPath,
  filters: {
    status: (sent) => OrderStatus.of(sent),
    petId: (sent) => OrderedPetId.of(integerParameter(sent)),
  },
  parsePosition: (text) => OrderId.parse(text),
});

export type ListOrdersQuery = PageQueryOf<typeof listOrdersQuery>;

/** Documents the filters. */
export const listOrdersFilters = [
  {
    ...orderStatusSchema,
    name: 'status',
    required: false,
    description: 'Restricts the list to orders with that status.',
  },
  {
    name: 'petId',
    required: false,
    description: 'Restricts the list to orders for that animal.',
    schema: { type: 'integer' as const, format: 'int64', examples: [1] },
  },
];
