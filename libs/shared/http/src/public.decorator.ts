import { Reflector } from '@nestjs/core';

/** Marks a controller whose operations need no API key. */
export const Public = Reflector.createDecorator<undefined, true>({ transform: () => true });
