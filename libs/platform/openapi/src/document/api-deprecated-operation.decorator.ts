import { applyDecorators } from '@nestjs/common';
import { ApiExtension, ApiOperation } from '@nestjs/swagger';
import { deprecationOf } from '@petstore/http/nest/deprecation.guard';

interface DeprecatedOperation {
  readonly operationId: string;
  readonly summary: string;
  /** Method and path of the operation to use instead. */
  readonly successor: string;
  /** The replacement as Markdown, for the sentence "Use … instead." */
  readonly replacement: string;
}

/** Documents an operation that is `@Deprecated`, and the date of its removal. Replaces `ApiOperation`. */
export function ApiDeprecatedOperation({
  operationId,
  summary,
  successor,
  replacement,
}: DeprecatedOperation): MethodDecorator {
  return (controller, name, descriptor) => {
    const deprecation = deprecationOf(descriptor.value as object);
    if (!deprecation) throw new Error(`${operationId} is not @Deprecated`);
    const { sunsetDate } = deprecation;
    applyDecorators(
      ApiOperation({
        operationId,
        summary: `${summary} (to be removed on ${sunsetDate}: use ${successor})`,
        deprecated: true,
        description:
          `**Deprecated: to be removed on ${sunsetDate}.** Use ${replacement} instead. ` +
          'Until then the operation works. Every response has the headers `Deprecation`, `Sunset` and `Link`.',
      }),
      ApiExtension('x-deprecated-sunset', sunsetDate),
      ApiExtension('x-sunset', sunsetDate),
    )(controller, name, descriptor);
  };
}
