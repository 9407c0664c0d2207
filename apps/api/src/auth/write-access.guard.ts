import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { contextOf } from '@petstore/http/request-context';
import type { Request } from 'express';

/**
 * Requires write access for every operation whose method is not GET or HEAD. It follows the guards that authenticate the caller
 * and count its requests, and the body is read after it.
 */
export class WriteAccessGuard implements CanActivate {
  /**
   * @throws ReadOnlyApiKey if the operation writes and the key may only read
   * @throws Error if no guard has authenticated the caller
   */
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    // OPTIONS is not listed, because no operation handles it.
    const isReading = request.method === 'GET' || request.method === 'HEAD';
    if (!isReading) contextOf(request).requireCaller().requireWriteAccess();
    return true;
  }
}
