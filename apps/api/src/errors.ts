import type * as access from '@petstore/access-domain';
import type * as database from '@petstore/database';
import { defineErrors, platformErrors, type HttpError } from '@petstore/http/errors';
import * as kernel from '@petstore/kernel';
import * as pets from '@petstore/pets-domain';
import * as store from '@petstore/store-domain';

const stableErrors = defineErrors({
  pet_not_found: { status: 404, meaning: new pets.PetNotFound().message },
});

const betaErrors = defineErrors({
  unknown_pet: { status: 400, meaning: 'The animal of the order does not exist.' },
  order_not_found: { status: 404, meaning: new store.OrderNotFound().message },
  pet_has_order: { status: 409, meaning: new pets.PetHasOrder().message },
  precondition_failed: { status: 412, meaning: new pets.PetChanged().message },
  pet_not_available: { status: 409, meaning: 'The animal is pending or sold, so it cannot be ordered.' },
  invalid_order_transition: { status: 409, meaning: 'The status of the order or of its animal does not allow this.' },
  cursor_gone: { status: 410, meaning: new kernel.CursorGone().message },
});

/** Every error that the service can respond with, by code. */
export const errors = { ...stableErrors, ...betaErrors, ...platformErrors };

/** The codes of the errors that a library exports. A generic error, such as DomainError, has no code of its own. */
type CodesOf<Library> = CodeOf<Library[keyof Library]>;
type CodeOf<Exported> = Exported extends abstract new (...parameters: never) => kernel.DomainError<infer Code>
  ? string extends Code
    ? never
    : Code
  : never;

/** The codes of the domain errors that an operation can throw. No operation issues or revokes keys. */
type DomainErrorCode =
  | kernel.KernelErrorCode
  | CodesOf<typeof kernel>
  | CodesOf<typeof database>
  | Exclude<CodesOf<typeof access>, 'api_key_not_found' | 'api_key_already_revoked'>
  | CodesOf<typeof pets>
  | CodesOf<typeof store>;

/** The HTTP error for each code of a domain error. */
export const httpErrors: Readonly<Record<DomainErrorCode, HttpError>> = {
  ...errors,
  invalid_new_pet: errors.invalid_body,
  invalid_pet_transition: errors.invalid_order_transition,
  invalid_page_limit: errors.invalid_parameter,
  invalid_idempotency_key: errors.invalid_parameter,
};

/** Returns the errors in the order of their statuses, with `beta` also those of the beta operations. */
export function documentedErrors({ beta }: { readonly beta: boolean }): HttpError[] {
  const all: HttpError[] = Object.values({ ...stableErrors, ...(beta && betaErrors), ...platformErrors });
  return all.sort((one, other) => one.status - other.status);
}
