import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { Json } from '@petstore/http/http-adapter';
import { int64Schema } from '@petstore/http/openapi/decorators';
import { IsValueObject } from '@petstore/http/validation.pipe';
import { OrderedPetId, OrderReference, OrderStatus, type Order } from '@petstore/store-domain';

/** Schema of OrderStatus, for members and parameters. */
export const orderStatusSchema = {
  enum: [...OrderStatus.values],
  enumName: 'OrderStatus',
  enumSchema: { description: 'Stage of the order.', examples: ['placed'] },
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

/** Body of `placeOrder`. */
@ApiSchema({ name: 'NewOrder' })
export class PlaceOrderDto {
  @ApiProperty(int64Schema(`Identifier of the animal: ${OrderedPetId.allowed}.`, 1))
  @IsValueObject(OrderedPetId)
  readonly petId!: OrderedPetId;

  @ApiPropertyOptional({
    description:
      `The client's own name for the order: ${OrderReference.allowed}. Stored unchanged. ` +
      'It should not contain data about people.',
    type: 'string',
    minLength: OrderReference.minLength,
    maxLength: OrderReference.maxLength,
    pattern: OrderReference.pattern,
    examples: ['adoption-2026-117'],
  })
  @IsValueObject(OrderReference, { optional: true })
  readonly reference?: OrderReference;
}

/** An order in a response, for the OpenAPI document. `orderJson` serializes orders. */
@ApiSchema({ name: 'Order' })
export class OrderDto extends PlaceOrderDto {
  @ApiProperty(int64Schema('Unique identifier. The service assigns it.', 1))
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

/** Serializes one order. */
export function orderJson(order: Order): Json {
  return new Json(stringifyOrder(order));
}

/** Serializes a list of orders. */
export function ordersJson(orders: readonly Order[]): Json {
  return new Json(`[${orders.map(stringifyOrder).join(',')}]`);
}

/** Writes the int64 members by hand, because JSON.stringify cannot write an int64 above 2^53 − 1 as digits. */
function stringifyOrder(order: Order): string {
  const { id, petId, ...others } = order.snapshot();
  return `{"id":${id},"petId":${petId},${JSON.stringify(others).slice(1)}`;
}
