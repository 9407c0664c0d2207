import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { IsValueObject } from '@petstore/http/value-object.decorator';
import { OrderedPetId, OrderReference } from '@petstore/store-domain';

/** Body of `placeOrder`. */
@ApiSchema({ name: 'NewOrder' })
export class PlaceOrderDto {
  @ApiProperty({
    description: `Identifier of the animal: ${OrderedPetId.allowed}.`,
    type: 'integer',
    format: 'int64',
    examples: [42],
  })
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
