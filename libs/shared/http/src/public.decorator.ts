import type { ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';

/** Marks an operation, or all operations of a controller, that need no API key. */
export const Public = Reflector.createDecorator<undefined, true>({ transform: () => true });

export function isPublic(reflector: Reflector, context: ExecutionContext): boolean {
  return reflector.getAllAndOverride(Public, [context.getHandler(), context.getClass()]) === true;
}
