import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { VerifyKey } from '@petstore/access-application';
import type { Request } from 'express';
import { deadlineOf } from '../http/request-deadline.ts';
import { withinDeadline } from '../http/within-deadline.ts';
import { bearerToken } from './bearer-token.ts';
import { setCaller } from './caller.ts';

/** Stands before every operation: none is open unless it says so. */
export class ApiKeyGuard implements CanActivate {
  constructor(private readonly verifyKey: VerifyKey) {}

  /** At once where the key was found good a moment ago: a promise on every request would cost more than the look. */
  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const token = bearerToken(request);
    const known = this.verifyKey.recall(token);
    if (known) return setCaller(request, known);
    const deadline = deadlineOf(request);
    return withinDeadline(this.verifyKey.execute(token, deadline), deadline).then((key) => setCaller(request, key));
  }
}
