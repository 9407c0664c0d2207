import { ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import { PageQuery, type List } from '@petstore/http/paging';
import { IsInt64Text, MayBeAbsent, mustBe } from '@petstore/http/validators';
import { OrderedPetId, OrderId, OrderStatus, type OrderQuery } from '@petstore/store-domain';
import { IsIn } from 'class-validator';
import { versionPrefix } from '../../paths.ts';
import { orderStatusSchema } from './order.dto.ts';

/** Path of all orders. The path of one order is below it. */
export const ordersPath = `${versionPrefix}/store/orders`;

/** The compiler requires each filter in `page`. */
type Filters = Required<Omit<OrderQuery, 'limit'>>;

/** A cursor contains the OrderId of the last order of a page. */
const orders: List<OrderId> = {
  path: ordersPath,
  parsePosition: (text) => OrderId.parse(text),
};

export class ListOrdersQuery extends PageQuery<OrderId> {
  @ApiPropertyOptional({ ...orderStatusSchema, description: 'Restricts the list to orders with that status.' })
  @MayBeAbsent()
  @IsIn(OrderStatus.values, mustBe(OrderStatus.allowed))
  readonly status?: OrderStatus;

  @ApiPropertyOptional({
    description: 'Restricts the list to orders for that animal.',
    // Nest writes the examples of a parameter as OpenAPI 3.1 defines them only if they are in `schema`, which Nest's types lack.
    schema: { type: 'integer', format: 'int64', examples: [1] },
  } as ApiPropertyOptions)
  @MayBeAbsent()
  @IsInt64Text()
  readonly petId?: string;

  override get list(): List<OrderId> {
    return orders;
  }

  override get page() {
    const petId = this.petId === undefined ? undefined : OrderedPetId.parse(this.petId);
    return { ...super.page, status: this.status, petId } satisfies Filters;
  }
}
