import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { OrderStatus } from '@petstore/store-domain';
import { PlaceOrderDto } from './place-order.dto.ts';

/** Schema of OrderStatus, for members and parameters. */
export const orderStatusSchema = {
  enum: [...OrderStatus.values],
  enumName: 'OrderStatus',
  enumSchema: { description: 'Stage of the order.', examples: [OrderStatus.placed.value] },
};

/** RFC 3339, UTC, with milliseconds. */
const time = {
  type: 'string',
  format: 'date-time',
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$',
  minLength: 24,
  maxLength: 24,
  examples: ['2026-11-22T10:15:30.123Z'],
} as const;

/** An order in a response, for the OpenAPI document. `order-json.ts` serializes orders. */
@ApiSchema({ name: 'Order' })
export class OrderDto extends PlaceOrderDto {
  @ApiProperty({
    description: 'Unique identifier. The service assigns it.',
    type: 'integer',
    format: 'int64',
    examples: [12],
  })
  readonly id!: number | bigint;

  @ApiProperty({ ...orderStatusSchema, description: 'Stage of the order.' })
  readonly status!: string;

  @ApiProperty({ description: 'Time at which the order was placed.', ...time })
  readonly placedAt!: string;

  @ApiProperty({
    description: 'Time at which the status changed last. At first, the time of `placedAt`.',
    ...time,
  })
  readonly updatedAt!: string;
}
