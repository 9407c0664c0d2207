import { ErrorCatalogue } from '@petstore/http/response/error-catalogue';
import { authErrors } from './auth/auth.errors.ts';
import { databaseErrors } from './database.errors.ts';
import { petsErrors } from './pets/pets.errors.ts';

/** Every error that an operation can respond with. */
export const errorCatalogue = new ErrorCatalogue(authErrors, petsErrors, databaseErrors);
