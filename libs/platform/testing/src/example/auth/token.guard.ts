import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { contextOf } from '@petstore/http/context/request-context';
import { singleHeader } from '@petstore/http/request/request-head';
import { platformErrors } from '@petstore/http/response/platform-errors';
import { RequestError } from '@petstore/http/response/request-error';
import type { Request } from 'express';
import type { Tokens } from './tokens.ts';

const scheme = 'Bearer ';

/** Requires a bearer token for every operation. */
export class TokenGuard implements CanActivate {
  constructor(private readonly tokens: Tokens) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    const authorization = singleHeader(request, 'authorization');
    if (!authorization) throw new RequestError(platformErrors.missing_api_key);
    const caller = authorization.startsWith(scheme)
      ? this.tokens.callerOf(authorization.slice(scheme.length))
      : undefined;
    if (!caller) throw new RequestError(platformErrors.invalid_api_key);
    // `confirm` verifies nothing, because a token of this example is valid for ever.
    contextOf(request).caller = {
      id: caller.id,
      confirm: () => undefined,
      requireWriteAccess() {
        if (caller.isReadOnly) throw new RequestError(platformErrors.read_only_key);
      },
    };
    return true;
  }
}
