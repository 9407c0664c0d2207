import type { Deprecation } from '../response/deprecation.ts';

const metadataKey = Symbol('deprecation');

/** Marks an operation as deprecated. */
export function Deprecated(deprecation: Deprecation): MethodDecorator {
  return (_controller, _name, { value: handler }) => {
    Reflect.defineMetadata(metadataKey, deprecation, handler as object);
  };
}

/** The deprecation of the operation with this handler, if it is deprecated. */
export function deprecationOf(handler: object): Deprecation | undefined {
  return Reflect.getOwnMetadata(metadataKey, handler) as Deprecation | undefined;
}
