import type * as access from '@petstore/access-domain';
import type * as database from '@petstore/database';
import { defineErrors, platformErrors, type CodesOf, type ErrorsFor, type HttpError } from '@petstore/edge/errors';
import * as kernel from '@petstore/kernel';
import { features } from './features.ts';

/** Codes of `access`, without those of issuing and revoking keys, which only the command line does. */
type AccessCode = Exclude<CodesOf<typeof access>, 'api_key_not_found' | 'api_key_already_revoked'>;

/** The errors of everything but the features in `features.ts`: kernel, database, access and HTTP. */
const sharedErrors = {
  ...defineErrors({ cursor_gone: { status: 410, meaning: new kernel.CursorGone().message } }),
  ...platformErrors,
  invalid_page_limit: 'invalid_parameter',
  invalid_idempotency_key: 'invalid_parameter',
} satisfies ErrorsFor<kernel.KernelErrorCode | CodesOf<typeof kernel> | CodesOf<typeof database> | AccessCode>;

/** Each code with its HTTP error, or with the code of another error, whose HTTP error clients get instead. */
const definitions: readonly (readonly [code: string, error: HttpError | string])[] = [
  ...Object.values(features).flatMap(({ errors }) =>
    Object.entries(errors).map(
      ([code, error]) => [code, typeof error === 'string' ? error : { code, ...error }] as const,
    ),
  ),
  ...Object.entries(sharedErrors),
];

const errors = new Map(definitions.flatMap(([code, error]) => (typeof error === 'string' ? [] : [[code, error]])));

/** The HTTP error for each code of a domain error. */
export const httpErrors = Object.fromEntries(
  definitions.map(([code, error]) => [code, typeof error === 'string' ? errors.get(error)! : error]),
);

/** All errors, in the order of their statuses. */
export const allErrors = [...errors.values()].sort((one, other) => one.status - other.status);
