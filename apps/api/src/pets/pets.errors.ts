import { defineErrors, type HttpError } from '@petstore/http/response/http-error';
import { platformErrors } from '@petstore/http/response/platform-errors';
import { PetNotFound, type PetsErrorCode } from '@petstore/pets-domain';

export const { pet_not_found: petNotFound } = defineErrors({
  pet_not_found: { status: 404, meaning: new PetNotFound().message },
});

/** The HTTP error for each error code of the pets context. */
export const petsErrors: Readonly<Record<PetsErrorCode, HttpError>> = {
  pet_not_found: petNotFound,
  invalid_new_pet: platformErrors.invalid_body,
};
