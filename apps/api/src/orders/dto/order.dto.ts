import { ApiProperty, ApiPropertyOptional, ApiSchema, IntersectionType } from '@nestjs/swagger';
import { int64Schema } from '@petstore/openapi/decorators';
import { IdentifiedDto } from '@petstore/openapi/identified.dto';
import { IsInt64, MayBeAbsent, mustBe } from '@petstore/http/validators';
import { OrderedPetId, OrderReference, OrderStatus, orderToJson, type Order } from '@petstore/store-domain';
import { Matches } from 'class-validator';

/** Schema of OrderStatus, for members and parameters. */
export const orderStatusSchema = {
  enum: [...OrderStatus.values],
  enumName: 'OrderStatus',
  enumSchema: { description: 'Stage of the order.', examples: ['placed'] },
};

/** RFC 3339, UTC, with milliseconds. */
export const time = {
  type: 'string',
  format: 'date-time',
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$',
  minLength: 24,
  maxLength: 24,
  examples: ['2026-11-22T10:15:30.123Z'],
} as const;

@ApiSchema({ name: 'NewOrder' })
export class PlaceOrderDto {
  @ApiProperty(int64Schema(`Identifier of the animal: ${OrderedPetId.allowed}.`, 1))
  @IsInt64()
  readonly petId!: number | bigint;

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
  @MayBeAbsent()
  @Matches(OrderReference.format, mustBe(OrderReference.allowed))
  readonly reference?: string;
}

/** A body with all members, for the document. */
export const allMembers = { petId: 1, reference: 'adoption-2026-117' };

@ApiSchema({ name: 'Order' })
export class OrderDto extends IntersectionType(IdentifiedDto, PlaceOrderDto) {
  @ApiProperty({ ...orderStatusSchema, description: 'Stage of the order.' })
  readonly status!: OrderStatus;

  @ApiProperty({ description: 'Time at which the order was placed.', ...time })
  readonly placedAt!: string;

  @ApiProperty({
    description: 'Time at which the status changed last. At first, the time of `placedAt`.',
    ...time,
  })
  readonly updatedAt!: string;

  static of(order: Order): OrderDto {
    return orderToJson(order.snapshot()) as OrderDto;
  }
}
