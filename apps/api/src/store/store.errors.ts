import { defineErrors, type HttpError } from '@petstore/http/response/http-error';
import { platformErrors } from '@petstore/http/response/platform-errors';
import { OrderNotFound, type StoreErrorCode } from '@petstore/store-domain';

export const storeHttpErrors = defineErrors({
  order_not_found: { status: 404, meaning: new OrderNotFound().message },
  pet_not_available: { status: 409, meaning: 'The animal is pending or sold, so it cannot be ordered.' },
  invalid_order_transition: { status: 409, meaning: 'The status of the order or of its animal does not allow this.' },
});

/** The HTTP error for each error code of the context store. */
export const storeErrors: Readonly<Record<StoreErrorCode, HttpError>> = {
  ...storeHttpErrors,
  ordered_pet_not_found: platformErrors.invalid_body,
};
