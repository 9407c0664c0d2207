import { platformErrors } from '@petstore/http/response/platform-errors';
import { authErrors } from './auth.errors.ts';

it.each([
  ['missing_api_key', platformErrors.missing_api_key, 'Bearer realm="petstore"'],
  ['invalid_api_key', platformErrors.invalid_api_key, 'Bearer realm="petstore", error="invalid_token"'],
] as const)('%s is the error of the platform with the challenge of this service', (code, error, challenge) => {
  expect(authErrors[code]).toEqual({ ...error, headers: { 'WWW-Authenticate': challenge } });
});
