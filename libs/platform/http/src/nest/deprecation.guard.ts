import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { contextOf } from '../context/request-context.ts';
import type { Deprecation } from '../response/deprecation.ts';

const metadataKey = Symbol('deprecation');

/** Marks the method of a controller as a deprecated operation. `DeprecationGuard` reads the mark. */
export function Deprecated(deprecation: Deprecation): MethodDecorator {
  return (_controller, _name, { value: handler }) => {
    Reflect.defineMetadata(metadataKey, deprecation, handler as object);
  };
}

/**
 * Adds the deprecation headers to every response of a deprecated operation, error responses included. It must be the first
 * guard, so that the error responses of later guards have the headers, too.
 */
export class DeprecationGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const deprecation = Reflect.getOwnMetadata(metadataKey, context.getHandler()) as Deprecation | undefined;
    if (deprecation) {
      const http = context.switchToHttp();
      contextOf(http.getRequest<Request>()).isDeprecated = true;
      const response = http.getResponse<Response>();
      for (const [name, value] of Object.entries(deprecation.headers)) response.setHeader(name, value);
    }
    return true;
  }
}
