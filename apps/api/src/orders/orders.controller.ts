import { applyDecorators, Body, Controller, Get, HttpCode, Param, Post, Query, Req, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { HttpRequest } from '@petstore/edge/request-state';
import { IdempotencyKeyHeader } from '@petstore/http/headers/idempotency-key';
import { JsonBodyGuard } from '@petstore/http/json/json-body.guard';
import { ApiBetaOperation, ApiErrors, ApiId, ApiPage } from '@petstore/openapi/decorators';
import { headerComponents } from '@petstore/openapi/headers';
import type { IdempotencyKey } from '@petstore/kernel';
import { ChangeOrder, GetOrder, ListOrders, PlaceOrder, type OrderTransition } from '@petstore/store-application';
import { NewOrder } from '@petstore/store-domain';
import { ListOrdersQuery, ordersPath } from './dto/list-orders.query.ts';
import { allMembers, OrderDto, PlaceOrderDto } from './dto/order.dto.ts';

const exampleCursor = 'zIPBFKCNMTI';

const placed = {
  id: 1,
  petId: 1,
  status: 'placed',
  reference: 'adoption-2026-117',
  placedAt: '2026-11-22T10:15:30.123Z',
  updatedAt: '2026-11-22T10:15:30.123Z',
};

@ApiTags('store')
@ApiBearerAuth('bearerAuth')
@Controller('store/orders')
export class OrdersController {
  constructor(
    private readonly listOrdersCase: ListOrders,
    private readonly placeOrderCase: PlaceOrder,
    private readonly getOrderCase: GetOrder,
    private readonly changeOrderCase: ChangeOrder,
  ) {}

  @Get()
  @ApiBetaOperation({
    summary: 'List orders',
    description: 'Returns a page of the orders, in ascending order of `id`, with the rules of listPets.',
  })
  @ApiPage({
    items: 'orders',
    item: OrderDto,
    schema: 'Orders',
    example: [placed],
    exampleCursor,
    query: ListOrdersQuery,
    link: { ...headerComponents.Link, example: `<${ordersPath}?limit=20&cursor=${exampleCursor}>; rel="next"` },
  })
  async listOrders(@Query() query: ListOrdersQuery, @Req() { state }: HttpRequest): Promise<OrderDto[]> {
    const { orders, next } = await this.listOrdersCase.execute(query.page, state.timeLimit);
    query.setLinks(state, next?.decimal);
    return orders.map(OrderDto.of);
  }

  @Post()
  @UseGuards(JsonBodyGuard)
  @ApiBetaOperation({
    summary: 'Reserve an animal',
    description:
      'Places an order for an available animal, which becomes `pending`. Of concurrent requests for one animal, exactly one ' +
      'succeeds. Send an `Idempotency-Key` with every order: with it the request can be repeated after any failure, and a repeat ' +
      'returns the order as it was placed. Without it a browser, a runtime or a proxy that repeats a request whose response was ' +
      'lost gets 409 for its own order.',
  })
  @ApiBody({
    type: PlaceOrderDto,
    examples: {
      required: { summary: 'Required members', value: { petId: placed.petId } },
      all: { summary: 'All members', value: allMembers },
    },
  })
  @ApiCreatedResponse({
    description: 'The placed order, with its id.',
    type: OrderDto,
    headers: { Location: { ...headerComponents.Location, example: `${ordersPath}/${placed.id}` } },
    example: placed,
  })
  @ApiErrors(
    'invalid_parameter',
    'idempotency_conflict',
    'idempotency_mismatch',
    'unknown_pet',
    'pet_not_available',
    'outcome_unknown',
  )
  async placeOrder(
    @Body() newOrder: PlaceOrderDto,
    @IdempotencyKeyHeader() key: IdempotencyKey | undefined,
    @Req() { state }: HttpRequest,
  ): Promise<OrderDto> {
    const order = await this.placeOrderCase.execute(
      NewOrder.of(newOrder),
      state.requireCaller().id,
      key,
      state.timeLimit,
    );
    state.headers['Location'] = `${ordersPath}/${order.id.decimal}`;
    return OrderDto.of(order);
  }

  @Get(':orderId')
  @ApiBetaOperation({ summary: 'Get an order', description: 'Returns one order.' })
  @ApiId('orderId', 'order', placed.id)
  @ApiOkResponse({ description: 'The order.', type: OrderDto, example: placed })
  @ApiErrors('order_not_found')
  async getOrder(@Param('orderId') orderId: string, @Req() { state }: HttpRequest): Promise<OrderDto> {
    return OrderDto.of(await this.getOrderCase.execute(orderId, state.timeLimit));
  }

  @Transition(
    'complete',
    'completed',
    'Complete an order',
    'The adopter has the animal: a `placed` order becomes `completed`, its animal `sold`.',
  )
  async completeOrder(@Param('orderId') orderId: string, @Req() { state }: HttpRequest): Promise<OrderDto> {
    return this.change(orderId, 'complete', state);
  }

  @Transition(
    'cancel',
    'cancelled',
    'Cancel an order',
    'The adopter withdraws: a `placed` order becomes `cancelled`, its animal `available`. This also ends an order whose animal was ' +
      'deleted in the database, without the API.',
  )
  async cancelOrder(@Param('orderId') orderId: string, @Req() { state }: HttpRequest): Promise<OrderDto> {
    return this.change(orderId, 'cancel', state);
  }

  @Transition(
    'return',
    'returned',
    'Return an animal',
    'The animal comes back: a `completed` order becomes `returned`, its animal `available`. Only the latest order of a ' +
      '`sold` animal can be returned.',
  )
  async returnOrder(@Param('orderId') orderId: string, @Req() { state }: HttpRequest): Promise<OrderDto> {
    return this.change(orderId, 'return', state);
  }

  private async change(orderId: string, transition: OrderTransition, state: HttpRequest['state']): Promise<OrderDto> {
    const actor = state.requireCaller().id;
    return OrderDto.of(await this.changeOrderCase.execute(orderId, transition, actor, state.timeLimit));
  }
}

/**
 * Routes and documents an operation that changes the status of an order.
 * @param name last segment of the path
 * @param status status of the order after it
 */
function Transition(name: string, status: string, summary: string, description: string): MethodDecorator {
  const repeatable = `If the order is already \`${status}\`, it stays as it is, so the request can be repeated.`;
  return applyDecorators(
    Post(`:orderId/${name}`),
    HttpCode(200),
    ApiBetaOperation({ summary, description: `${description} ${repeatable}` }),
    ApiId('orderId', 'order', placed.id),
    ApiOkResponse({
      description: 'The order after the change.',
      type: OrderDto,
      example: { ...placed, status, updatedAt: '2026-11-23T09:00:00.000Z' },
    }),
    ApiErrors('order_not_found', 'invalid_order_transition', 'outcome_unknown'),
  );
}
