import { ValidAs } from '@petstore/http/validation/validate-body';
import { LazySwagger } from '@petstore/openapi/lazy/lazy-swagger';
import { OrderName } from '@petstore/store-domain';

/** Body of `createOrder`, with the rules and schemas of its members. */
@LazySwagger(({ ApiSchema }) => ApiSchema({ name: 'NewOrder' }))
export class CreateOrderRequest {
  @LazySwagger(({ ApiProperty }) =>
    ApiProperty({
      description: `Name of the order: ${OrderName.allowed}. Stored unchanged.`,
      type: 'string',
      minLength: OrderName.minLength,
      maxLength: OrderName.maxLength,
      pattern: OrderName.pattern,
      example: 'First',
    }),
  )
  @ValidAs(OrderName, { type: 'string' })
  readonly name!: OrderName;
}
