import { applyDecorators } from '@nestjs/common';
import { ApiBearerAuth, ApiExtraModels, ApiParam, ApiTags } from '@nestjs/swagger';
import { platformErrors } from '@petstore/http/response/platform-errors';
import { ApiBetaOperation } from '@petstore/openapi/document/api-beta-operation.decorator';
import { ApiCreate } from '@petstore/openapi/document/api-create.decorator';
import { ApiIdempotencyKey } from '@petstore/openapi/document/api-idempotency-key.decorator';
import { ApiPaging } from '@petstore/openapi/document/api-paging.decorator';
import { ApiResponses } from '@petstore/openapi/document/api-responses.decorator';
import { OrderStatus } from '@petstore/store-domain';
import { outcomeUnknown } from '../database.errors.ts';
import { orderList } from './list-orders.request.ts';
import { OrderResponse, orderStatusSchema } from './order.response.ts';
import { ordersPath } from './orders.paths.ts';
import { PlaceOrderRequest } from './place-order.request.ts';
import { storeHttpErrors } from './store.errors.ts';

const placed = {
  id: 12,
  petId: 42,
  status: 'placed',
  reference: 'adoption-2026-117',
  placedAt: '2026-11-22T10:15:30.123Z',
  updatedAt: '2026-11-22T10:15:30.123Z',
};

/** Documents the tag, the authentication and the schemas that all operations on orders share. */
export function OrdersDocument(): ClassDecorator {
  return applyDecorators(ApiTags('store'), ApiBearerAuth('bearerAuth'), ApiExtraModels(OrderResponse));
}

export function ListOrdersDocument(): MethodDecorator {
  return applyDecorators(
    ApiBetaOperation({
      operationId: 'listOrders',
      summary: 'List orders',
      description: 'Returns a page of the orders, in ascending order of `id`, with the rules of listPets.',
    }),
    ApiPaging(orderList, {
      items: 'orders',
      schema: 'Orders',
      example: [placed],
      examplePosition: '12',
      filters: {
        status: {
          description: 'Restricts the list to orders with that status.',
          enum: OrderStatus.values,
          enumName: 'OrderStatus',
          enumSchema: orderStatusSchema,
          example: OrderStatus.placed.value,
        },
        petId: {
          description: 'Restricts the list to orders for that animal.',
          type: 'integer',
          format: 'int64',
          example: placed.petId,
        },
      },
    }),
  );
}

export function PlaceOrderDocument(): MethodDecorator {
  return applyDecorators(
    ApiBetaOperation({
      operationId: 'placeOrder',
      summary: 'Reserve an animal',
      description:
        'Places an order for an available animal, which becomes `pending`. Of concurrent requests for one animal, exactly one ' +
        'succeeds. With an `Idempotency-Key` the request can be repeated after any failure, and places one order. A repeat ' +
        'returns the order as it was placed.',
    }),
    ApiIdempotencyKey('NewOrder'),
    ApiCreate({
      body: PlaceOrderRequest,
      bodyExamples: {
        required: { summary: 'Required members', value: { petId: placed.petId } },
        all: { summary: 'All members', value: { petId: placed.petId, reference: placed.reference } },
      },
      description: 'The placed order, with its id.',
      schema: 'Order',
      example: placed,
      location: `${ordersPath}/${placed.id}`,
      errors: [
        platformErrors.invalid_parameter,
        platformErrors.idempotency_conflict,
        platformErrors.idempotency_mismatch,
        storeHttpErrors.pet_not_available,
        outcomeUnknown,
      ],
    }),
  );
}

export function GetOrderDocument(): MethodDecorator {
  return applyDecorators(
    ApiBetaOperation({ operationId: 'getOrder', summary: 'Get an order', description: 'Returns one order.' }),
    OrderIdParameter(),
    ApiResponses({
      status: 200,
      description: 'The order.',
      schema: 'Order',
      example: placed,
      errors: [storeHttpErrors.order_not_found],
    }),
  );
}

export function CompleteOrderDocument(): MethodDecorator {
  return transitionDocument('completeOrder', 'completed', {
    summary: 'Complete an order',
    effect: 'The adopter has the animal: a `placed` order becomes `completed`, its animal `sold`.',
  });
}

export function CancelOrderDocument(): MethodDecorator {
  return transitionDocument('cancelOrder', 'cancelled', {
    summary: 'Cancel an order',
    effect: 'The adopter withdraws: a `placed` order becomes `cancelled`, its animal `available`.',
  });
}

export function ReturnOrderDocument(): MethodDecorator {
  return transitionDocument('returnOrder', 'returned', {
    summary: 'Return an animal',
    effect:
      'The animal comes back: a `completed` order becomes `returned`, its animal `available`. Only the latest order of a ' +
      '`sold` animal can be returned.',
  });
}

function transitionDocument(
  operationId: string,
  status: string,
  { summary, effect }: { readonly summary: string; readonly effect: string },
): MethodDecorator {
  return applyDecorators(
    ApiBetaOperation({
      operationId,
      summary,
      description: `${effect} If the order is already \`${status}\`, it stays as it is, so the request can be repeated.`,
    }),
    OrderIdParameter(),
    ApiResponses({
      status: 200,
      description: 'The order after the change.',
      schema: 'Order',
      example: { ...placed, status, updatedAt: '2026-11-23T09:00:00.000Z' },
      errors: [storeHttpErrors.order_not_found, storeHttpErrors.invalid_order_transition, outcomeUnknown],
    }),
  );
}

function OrderIdParameter(): MethodDecorator {
  return ApiParam({
    name: 'orderId',
    description: 'Identifier of the order. The response is 404 if it is not an int64.',
    schema: { type: 'integer', format: 'int64', example: placed.id },
  });
}
