import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { VerifyKey, type VerifiedKey } from '@petstore/access-application';
import { setCaller } from '@petstore/http/request/caller';
import { deadlineOf } from '@petstore/http/request/request-deadline';
import { withinDeadline } from '@petstore/http/request/within-deadline';
import type { Request } from 'express';
import { bearerToken } from './bearer-token.ts';
import { KeyCaller } from './key-caller.ts';

/** Global guard: every operation requires a valid API key. */
export class ApiKeyGuard implements CanActivate {
  constructor(private readonly verifyKey: VerifyKey) {}

  /** Returns a boolean without a promise when the key is cached, because a promise on every request costs CPU time. */
  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const deadline = deadlineOf(request);
    const key = this.verifyKey.execute(bearerToken(request), deadline);
    if (!(key instanceof Promise)) return accept(request, key);
    return withinDeadline(key, deadline).then((verified) => accept(request, verified));
  }
}

function accept(request: Request, key: VerifiedKey): true {
  setCaller(request, new KeyCaller(key));
  return true;
}
