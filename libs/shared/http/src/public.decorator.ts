import type { ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';

/** Marks an operation, or all operations of a controller, that need no API key. */
export const Public = Reflector.createDecorator<undefined, true>({ transform: () => true });

export function isPublic(reflector: Reflector, execution: ExecutionContext): boolean {
  return reflector.getAllAndOverride(Public, [execution.getHandler(), execution.getClass()]) === true;
}
