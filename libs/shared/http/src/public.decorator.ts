import { SetMetadata, type ExecutionContext } from '@nestjs/common';

const metadataKey = Symbol('public');

/** Marks a controller whose operations need no API key. */
export const Public = (): ClassDecorator => SetMetadata(metadataKey, true);

/** Whether the request is for an operation that needs no API key. */
export function isPublic(context: ExecutionContext): boolean {
  return Reflect.getMetadata(metadataKey, context.getClass()) === true;
}
