import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { VerifyKey, type VerifiedKey } from '@petstore/access-application';
import type { Request } from 'express';
import { setCaller } from '../http/caller.ts';
import { deadlineOf } from '../http/request-deadline.ts';
import { withinDeadline } from '../http/within-deadline.ts';
import { bearerToken } from './bearer-token.ts';
import { KeyCaller } from './key-caller.ts';

/** Global guard: every operation requires a valid API key unless it declares otherwise. */
export class ApiKeyGuard implements CanActivate {
  constructor(private readonly verifyKey: VerifyKey) {}

  /** Returns without a promise if the key was verified recently: a promise per request would cost more than the look-up. */
  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const token = bearerToken(request);
    const known = this.verifyKey.recall(token);
    if (known) return accept(request, known);
    const deadline = deadlineOf(request);
    return withinDeadline(this.verifyKey.execute(token, deadline), deadline).then((key) => accept(request, key));
  }
}

function accept(request: Request, key: VerifiedKey): true {
  setCaller(request, new KeyCaller(key));
  return true;
}
