import { LazySwagger } from '@petstore/openapi/lazy/lazy-swagger';
import { CreateOrderRequest } from './create-order.request.ts';

/** Schema of an Order for the OpenAPI document. `order-json.ts` serializes orders. */
@LazySwagger(({ ApiSchema }) => ApiSchema({ name: 'Order' }))
export class OrderResponse extends CreateOrderRequest {
  @LazySwagger(({ ApiProperty }) =>
    ApiProperty({
      description: 'Unique identifier. The service assigns it.',
      type: 'integer',
      format: 'int64',
      example: 42,
    }),
  )
  readonly id?: unknown;
}
