import { applyDecorators } from '@nestjs/common';
import { ApiBearerAuth, ApiExtraModels, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { ApiCreate } from '@petstore/openapi/document/api-create.decorator';
import { ApiResponses } from '@petstore/openapi/document/api-responses.decorator';
import { outcomeUnknown } from '../database.errors.ts';
import { CreateOrderRequest } from './create-order.request.ts';
import { orderNotFound } from './store.errors.ts';
import { OrderResponse } from './order.response.ts';
import { ordersPath } from './orders.paths.ts';

const example = { id: 42, name: 'First' };

/** Documents the tag, the authentication and the schemas that all operations on orders share. */
export function OrdersDocument(): ClassDecorator {
  return applyDecorators(ApiTags('store'), ApiBearerAuth('bearerAuth'), ApiExtraModels(OrderResponse));
}

export function CreateOrderDocument(): MethodDecorator {
  return applyDecorators(
    ApiOperation({
      operationId: 'createOrder',
      summary: 'Add an order',
      description:
        'Stores a new order and returns it with its `id`. The order is durable when the response arrives. ' +
        'Members that NewOrder does not name are ignored, also an `id`.',
    }),
    ApiCreate({
      body: CreateOrderRequest,
      description: 'The created order, with its id.',
      schema: 'Order',
      example,
      location: `${ordersPath}/${example.id}`,
      errors: [outcomeUnknown],
    }),
  );
}

export function GetOrderDocument(): MethodDecorator {
  return applyDecorators(
    ApiOperation({
      operationId: 'getOrder',
      summary: 'Get an order',
      description: 'Returns the order with this `id`.',
    }),
    ApiParam({
      name: 'orderId',
      description: 'Identifier of the order. The response is 404 if it is not an int64.',
      schema: { type: 'integer', format: 'int64', example: example.id },
    }),
    ApiResponses({
      status: 200,
      description: 'The order.',
      schema: 'Order',
      example,
      errors: [orderNotFound],
    }),
  );
}
