import type { Deprecation } from '@petstore/http/response/deprecation';
import { ErrorCatalogue } from '@petstore/http/response/error-catalogue';
import { authErrors } from './auth/auth.errors.ts';
import { databaseErrors } from './database.errors.ts';
import { getPetDeprecation } from './pets/pets.deprecations.ts';
import { petsErrors } from './pets/pets.errors.ts';

/** Of the deprecated operations. */
export const deprecations: readonly Deprecation[] = [getPetDeprecation];

/** Every error that an operation can respond with. */
export const errorCatalogue = new ErrorCatalogue(authErrors, petsErrors, databaseErrors);
