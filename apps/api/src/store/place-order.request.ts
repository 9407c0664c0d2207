import { ValidAs } from '@petstore/http/validation/validate-body';
import { LazySwagger } from '@petstore/openapi/lazy/lazy-swagger';
import { OrderedPetId, OrderReference } from '@petstore/store-domain';

/** Body of `placeOrder`, with the rules and schemas of its members. */
@LazySwagger(({ ApiSchema }) => ApiSchema({ name: 'NewOrder' }))
export class PlaceOrderRequest {
  @LazySwagger(({ ApiProperty }) =>
    ApiProperty({
      description: `Identifier of the animal: ${OrderedPetId.allowed}.`,
      type: 'integer',
      format: 'int64',
      example: 42,
    }),
  )
  @ValidAs(OrderedPetId, { type: 'integer' })
  readonly petId!: OrderedPetId;

  @LazySwagger(({ ApiPropertyOptional }) =>
    ApiPropertyOptional({
      description:
        `The client's own name for the order: ${OrderReference.allowed}. Stored unchanged. ` +
        'It should not contain data about people.',
      type: 'string',
      minLength: OrderReference.minLength,
      maxLength: OrderReference.maxLength,
      pattern: OrderReference.pattern,
      example: 'adoption-2026-117',
    }),
  )
  @ValidAs(OrderReference, { type: 'string', optional: true })
  readonly reference?: OrderReference;
}
