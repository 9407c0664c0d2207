import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { HttpRequest } from '@petstore/edge/request-state';

/** Headers of the responses of a deprecated operation (RFC 9745, RFC 8594, RFC 8288). */
export type DeprecationHeaders = Readonly<Record<'Deprecation' | 'Sunset' | 'Link', string>>;

export const Deprecated = Reflector.createDecorator<DeprecationHeaders>();

/**
 * Adds the deprecation headers to the responses of a deprecated operation. It must be the first guard, so that the error responses of later
 * guards have the headers, too. A request that is refused before the guards, for example one with a malformed target, gets no such headers.
 */
@Injectable()
export class DeprecationGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(execution: ExecutionContext): boolean {
    const headers = this.reflector.get(Deprecated, execution.getHandler()) as DeprecationHeaders | undefined;
    if (headers) {
      const { state } = execution.switchToHttp().getRequest<HttpRequest>();
      state.isDeprecated = true;
      Object.assign(state.headers, headers);
    }
    return true;
  }
}
