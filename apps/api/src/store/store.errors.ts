import { defineErrors, type HttpError } from '@petstore/http/response/http-error';
import { OrderNotFound, type StoreErrorCode } from '@petstore/store-domain';

export const { order_not_found: orderNotFound } = defineErrors({
  order_not_found: { status: 404, meaning: new OrderNotFound().message },
});

/** The HTTP error for each error code of the context store. */
export const storeErrors: Readonly<Record<StoreErrorCode, HttpError>> = {
  order_not_found: orderNotFound,
};
