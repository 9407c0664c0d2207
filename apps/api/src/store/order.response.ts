import { LazySwagger } from '@petstore/openapi/lazy/lazy-swagger';
import { OrderStatus } from '@petstore/store-domain';
import { PlaceOrderRequest } from './place-order.request.ts';

/** Schema of OrderStatus in requests and responses. */
export const orderStatusSchema = { description: 'Stage of the order.', example: OrderStatus.placed.value };

/** Schema of an Order for the OpenAPI document. `order-json.ts` serializes orders. */
@LazySwagger(({ ApiSchema }) => ApiSchema({ name: 'Order' }))
export class OrderResponse extends PlaceOrderRequest {
  @LazySwagger(({ ApiProperty }) =>
    ApiProperty({
      description: 'Unique identifier. The service assigns it.',
      type: 'integer',
      format: 'int64',
      example: 12,
    }),
  )
  readonly id?: unknown;

  @LazySwagger(({ ApiProperty }) =>
    ApiProperty({
      description: 'Stage of the order.',
      enum: OrderStatus.values,
      enumName: 'OrderStatus',
      enumSchema: orderStatusSchema,
    }),
  )
  readonly status?: unknown;

  @LazySwagger(({ ApiProperty }) => ApiProperty({ description: 'Time at which the order was placed.', ...time }))
  readonly placedAt?: unknown;

  @LazySwagger(({ ApiProperty }) =>
    ApiProperty({ description: 'Time at which the status changed last. At first, the time of `placedAt`.', ...time }),
  )
  readonly updatedAt?: unknown;
}

/** RFC 3339, UTC, with milliseconds. */
const time = {
  type: 'string',
  format: 'date-time',
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$',
  minLength: 24,
  maxLength: 24,
  example: '2026-11-22T10:15:30.123Z',
} as const;
