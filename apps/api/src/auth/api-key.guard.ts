import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { VerifyKey, type VerifiedKey } from '@petstore/access-application';
import { contextOf, type RequestContext } from '@petstore/http/request-context';
import { isPublic } from '@petstore/http/public.decorator';
import type { Request } from 'express';
import { bearerToken } from './bearer-token.ts';

/** Global guard: every operation that is not marked as public requires a valid API key. */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  constructor(private readonly verifyKey: VerifyKey) {}

  /**
   * Returns a boolean instead of a promise if the key is cached, because a promise per request costs CPU time.
   * @throws RequestError if the request has no key
   * @throws InvalidApiKey if the key is not valid
   */
  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    if (isPublic(context)) return true;
    const request = context.switchToHttp().getRequest<Request>();
    const requestContext = contextOf(request);
    const key = this.verifyKey.execute(bearerToken(request));
    if (!(key instanceof Promise)) return accept(requestContext, key);
    return requestContext.timeLimit.within(key).then((verified) => accept(requestContext, verified));
  }
}

function accept(context: RequestContext, key: VerifiedKey): true {
  context.caller = key;
  return true;
}
