import { defineErrors, type HttpError } from '@petstore/http/response/http-error';
import { platformErrors } from '@petstore/http/response/platform-errors';
import { PetNotFound, type PetsErrorCode } from '@petstore/pets-domain';

export const { pet_not_found: petNotFound } = defineErrors({
  pet_not_found: { status: 404, meaning: new PetNotFound().message },
});

/** The HTTP error for each error of the pets context. */
export const petsErrors: Readonly<Record<PetsErrorCode, HttpError>> = {
  pet_not_found: petNotFound,
  invalid_new_pet: platformErrors.invalid_body,
  invalid_pet_name: platformErrors.invalid_body,
  invalid_category_id: platformErrors.invalid_body,
  invalid_pet_status: platformErrors.invalid_body,
  invalid_idempotency_key: platformErrors.invalid_parameter,
  idempotency_conflict: platformErrors.idempotency_conflict,
  idempotency_mismatch: platformErrors.idempotency_mismatch,
};
