import { ApiHeader, type ApiHeaderOptions } from '@nestjs/swagger';

/** `ApiHeader` for a parameter of a method, for `createParamDecorator`: `ApiHeader` itself can only decorate the method. */
export function ApiParameterHeader(options: ApiHeaderOptions): ParameterDecorator {
  return (controller, methodName) => {
    const method = Object.getOwnPropertyDescriptor(controller, methodName!)!;
    ApiHeader(options)(controller, methodName!, method);
  };
}
