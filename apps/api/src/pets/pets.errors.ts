import { defineErrors, type HttpError } from '@petstore/http/response/http-error';
import { platformErrors } from '@petstore/http/response/platform-errors';
import {
  CursorGone,
  PetHasOrder,
  PetNotFound,
  type PetChangesErrorCode,
  type PetsErrorCode,
} from '@petstore/pets-domain';

export const { pet_not_found: petNotFound } = defineErrors({
  pet_not_found: { status: 404, meaning: new PetNotFound().message },
});

/** The errors of the beta operations on pets. */
export const petsBetaErrors = defineErrors({
  pet_has_order: { status: 409, meaning: new PetHasOrder().message },
  cursor_gone: { status: 410, meaning: new CursorGone().message },
}) satisfies Partial<Record<PetsErrorCode, HttpError>> & Readonly<Record<PetChangesErrorCode, HttpError>>;

/** The HTTP error for each other error code of the pets context. */
export const petsErrors: Readonly<Record<Exclude<PetsErrorCode, keyof typeof petsBetaErrors>, HttpError>> = {
  pet_not_found: petNotFound,
  invalid_new_pet: platformErrors.invalid_body,
};
