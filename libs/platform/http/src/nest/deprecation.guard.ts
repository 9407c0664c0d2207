import type { CanActivate, ExecutionContext, Type } from '@nestjs/common';
import { MODULE_METADATA } from '@nestjs/common/constants.js';
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

/** Returns the deprecation of the operation that the method of a controller handles, if the operation is deprecated. */
export function deprecationOf(handler: object): Deprecation | undefined {
  return Reflect.getOwnMetadata(metadataKey, handler) as Deprecation | undefined;
}

/** Returns the deprecations of the operations in the controllers of a module. */
export function deprecationsOf(module: Type): Deprecation[] {
  const controllers = (Reflect.getMetadata(MODULE_METADATA.CONTROLLERS, module) ?? []) as Type[];
  const members = controllers.flatMap(({ prototype }) => Object.values(Object.getOwnPropertyDescriptors(prototype)));
  return members.flatMap(({ value }) => (typeof value === 'function' ? (deprecationOf(value) ?? []) : []));
}

/**
 * Adds the deprecation headers to every response of a deprecated operation, error responses included. It must be the first
 * guard, so that the error responses of later guards have the headers, too.
 */
export class DeprecationGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const deprecation = deprecationOf(context.getHandler());
    if (deprecation) {
      const http = context.switchToHttp();
      contextOf(http.getRequest<Request>()).isDeprecated = true;
      const response = http.getResponse<Response>();
      for (const [name, value] of Object.entries(deprecation.headers)) response.setHeader(name, value);
    }
    return true;
  }
}
