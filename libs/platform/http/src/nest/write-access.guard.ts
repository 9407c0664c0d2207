import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { contextOf } from '../context/request-context.ts';

/** Whether operations with this method only read. OPTIONS is not listed, because no operation handles it. */
export function isReadMethod(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

/**
 * Requires write access for every operation whose method is not GET or HEAD. It runs after the guards that authenticate the
 * caller and count its requests, and before the body is read.
 */
export class WriteAccessGuard implements CanActivate {
  /** @throws DomainError if the operation writes and the caller may only read */
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    if (!isReadMethod(request.method)) contextOf(request).caller?.requireWriteAccess();
    return true;
  }
}
