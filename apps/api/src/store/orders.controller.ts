import { Controller, Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { contextOf } from '@petstore/http/context/request-context';
import type { Json } from '@petstore/http/nest/http-adapter';
import { JsonBody } from '@petstore/http/nest/json-body';
import { PageParameters } from '@petstore/http/paging/page-request';
import { readIdempotencyKey } from '@petstore/http/request/idempotency-key.header';
import { LazySwagger } from '@petstore/openapi/lazy/lazy-swagger';
import { CancelOrder, CompleteOrder, GetOrder, ListOrders, PlaceOrder, ReturnOrder } from '@petstore/store-application';
import type { NewOrder } from '@petstore/store-domain';
import type { Request, Response } from 'express';
import { orderList, type ListOrdersRequest } from './list-orders.request.ts';
import { NewOrderPipe } from './new-order.pipe.ts';
import { orderJson, ordersJson } from './order-json.ts';
import { ordersPath } from './orders.paths.ts';

/** Imports the OpenAPI decorators only when the OpenAPI document is built, because no request needs them. */
const importDocument = () => import('./orders.document.ts');

@LazySwagger(async () => (await importDocument()).OrdersDocument())
@Controller('store/orders')
export class OrdersController {
  constructor(
    private readonly listOrdersCase: ListOrders,
    private readonly placeOrderCase: PlaceOrder,
    private readonly getOrderCase: GetOrder,
    private readonly completeOrderCase: CompleteOrder,
    private readonly cancelOrderCase: CancelOrder,
    private readonly returnOrderCase: ReturnOrder,
  ) {}

  @Get()
  @LazySwagger(async () => (await importDocument()).ListOrdersDocument())
  async listOrders(
    @PageParameters(orderList) page: ListOrdersRequest,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Json> {
    const { limit, filters, position: after } = page;
    const { orders, next } = await this.listOrdersCase.execute(
      { ...filters, limit, after },
      contextOf(request).deadline,
    );
    page.setLinkHeader(response, next?.decimal);
    return ordersJson(orders);
  }

  @Post()
  @LazySwagger(async () => (await importDocument()).PlaceOrderDocument())
  async placeOrder(
    @JsonBody(NewOrderPipe) newOrder: NewOrder,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Json> {
    const { caller, deadline } = contextOf(request);
    // ApiKeyGuard has set the caller: each API key has its own idempotency keys.
    const key = readIdempotencyKey(request, caller!.id);
    const order = await this.placeOrderCase.execute(newOrder, key, deadline);
    response.setHeader('Location', `${ordersPath}/${order.id.decimal}`);
    return orderJson(order);
  }

  @Get(':orderId')
  @LazySwagger(async () => (await importDocument()).GetOrderDocument())
  async getOrder(@Param('orderId') orderId: string, @Req() request: Request): Promise<Json> {
    return orderJson(await this.getOrderCase.execute(orderId, contextOf(request).deadline));
  }

  @Post(':orderId/complete')
  @HttpCode(200)
  @LazySwagger(async () => (await importDocument()).CompleteOrderDocument())
  async completeOrder(@Param('orderId') orderId: string, @Req() request: Request): Promise<Json> {
    return orderJson(await this.completeOrderCase.execute(orderId, contextOf(request).deadline));
  }

  @Post(':orderId/cancel')
  @HttpCode(200)
  @LazySwagger(async () => (await importDocument()).CancelOrderDocument())
  async cancelOrder(@Param('orderId') orderId: string, @Req() request: Request): Promise<Json> {
    return orderJson(await this.cancelOrderCase.execute(orderId, contextOf(request).deadline));
  }

  @Post(':orderId/return')
  @HttpCode(200)
  @LazySwagger(async () => (await importDocument()).ReturnOrderDocument())
  async returnOrder(@Param('orderId') orderId: string, @Req() request: Request): Promise<Json> {
    return orderJson(await this.returnOrderCase.execute(orderId, contextOf(request).deadline));
  }
}
