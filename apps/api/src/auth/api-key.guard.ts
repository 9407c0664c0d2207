import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { VerifyKey } from '@petstore/access-application';
import type { Request } from 'express';
import { bearerToken } from './bearer-token.ts';
import { setCaller } from './caller.ts';

/** Stands before every operation: none is open unless it says so. */
export class ApiKeyGuard implements CanActivate {
  constructor(private readonly verifyKey: VerifyKey) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    setCaller(request, await this.verifyKey.execute(bearerToken(request)));
    return true;
  }
}
