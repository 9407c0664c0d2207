import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { VerifyKey, type VerifiedKey } from '@petstore/access-application';
import { InvalidApiKey } from '@petstore/access-domain';
import type { HttpRequest } from '@petstore/edge/request-state';
import { isPublic } from '@petstore/http/public.decorator';
import { headerValues } from '@petstore/edge/request-head';
import { platformErrors, RequestError } from '@petstore/edge/errors';

/** Global guard: every operation that is not marked as public requires a valid API key. */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  constructor(
    private readonly verifyKey: VerifyKey,
    private readonly reflector: Reflector,
  ) {}

  /** Returns no promise if the key is cached, as VerifyKey does. @throws RequestError, InvalidApiKey */
  canActivate(execution: ExecutionContext): boolean | Promise<boolean> {
    if (isPublic(this.reflector, execution)) return true;
    const request = execution.switchToHttp().getRequest<HttpRequest>();
    const key = this.verifyKey.execute(bearerToken(request));
    if (!(key instanceof Promise)) return accept(request, key);
    return request.state.timeLimit.within(key).then((verified) => accept(request, verified));
  }
}

function accept({ state }: HttpRequest, key: VerifiedKey): true {
  state.caller = key;
  state.timeLimit.verifyCaller = key.verifyAgain;
  return true;
}

/** The scheme in any case, at least one space, and a token without white space. */
const bearer = /^Bearer +(\S+)$/i;

/** Users paste a header with its scheme into fields that add the scheme, such as that of Swagger UI. */
const repeatedBearer = /^Bearer\b.*\bBearer\b/i;

/**
 * Returns the bearer token of a request (RFC 6750, section 2.1).
 * @throws RequestError `missing_api_key` if there is no Authorization header, or it is empty
 * @throws RequestError `invalid_api_key` if the scheme is not Bearer
 * @throws InvalidApiKey if there is more than one header: a proxy and the service could use different ones
 */
function bearerToken(request: HttpRequest): string {
  const headers = headerValues(request, 'authorization');
  if (headers.length === 0 || (headers.length === 1 && headers[0] === '')) {
    throw new RequestError(platformErrors.missing_api_key, 'An API key is required: Authorization: Bearer <API key>.');
  }
  if (headers.length > 1) throw new InvalidApiKey();
  const token = bearer.exec(headers[0]!)?.[1];
  if (token !== undefined) return token;
  const hint = repeatedBearer.test(headers[0]!) ? ' The word "Bearer" is in it more than once.' : '';
  throw new RequestError(platformErrors.invalid_api_key, `Authorization must be: Bearer <API key>.${hint}`);
}

/** Global guard: every operation that is not public and whose method is not GET or HEAD requires a key with write access. */
@Injectable()
export class WriteAccessGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  /** @throws ReadOnlyApiKey */
  canActivate(execution: ExecutionContext): boolean {
    const { method, state } = execution.switchToHttp().getRequest<HttpRequest>();
    // OPTIONS is not listed, because no operation handles it.
    const isReading = method === 'GET' || method === 'HEAD';
    if (!isReading && !isPublic(this.reflector, execution)) state.requireCaller().requireWriteAccess();
    return true;
  }
}
