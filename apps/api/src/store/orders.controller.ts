import { Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import { contextOf } from '@petstore/http/context/request-context';
import type { Json } from '@petstore/http/nest/http-adapter';
import { JsonBody } from '@petstore/http/nest/json-body';
import { LazySwagger } from '@petstore/openapi/lazy/lazy-swagger';
import { CreateOrder, GetOrder } from '@petstore/store-application';
import type { NewOrder } from '@petstore/store-domain';
import type { Request, Response } from 'express';
import { NewOrderPipe } from './new-order.pipe.ts';
import { orderJson } from './order-json.ts';
import { ordersPath } from './orders.paths.ts';

/** Imports the OpenAPI decorators only when the OpenAPI document is built, because no request needs them. */
const importDocument = () => import('./orders.document.ts');

@LazySwagger(async () => (await importDocument()).OrdersDocument())
@Controller('store/orders')
export class OrdersController {
  constructor(
    private readonly createOrderCase: CreateOrder,
    private readonly getOrderCase: GetOrder,
  ) {}

  @Post()
  @LazySwagger(async () => (await importDocument()).CreateOrderDocument())
  async createOrder(
    @JsonBody(NewOrderPipe) newOrder: NewOrder,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Json> {
    const order = await this.createOrderCase.execute(newOrder, contextOf(request).deadline);
    response.setHeader('Location', `${ordersPath}/${order.snapshot().id}`);
    return orderJson(order);
  }

  @Get(':orderId')
  @LazySwagger(async () => (await importDocument()).GetOrderDocument())
  async getOrder(@Param('orderId') orderId: string, @Req() request: Request): Promise<Json> {
    return orderJson(await this.getOrderCase.execute(orderId, contextOf(request).deadline));
  }
}
