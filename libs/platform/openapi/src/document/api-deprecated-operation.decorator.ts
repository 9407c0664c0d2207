import { applyDecorators } from '@nestjs/common';
import { ApiExtension, ApiOperation } from '@nestjs/swagger';
import type { Deprecation } from '@petstore/http/response/deprecation';
import { headerReference, headerReferences, type HeaderReferences } from './header-components.ts';

interface DeprecatedOperation {
  readonly operationId: string;
  readonly summary: string;
  /** Method and path of the operation to use instead. */
  readonly successor: string;
  /** The replacement as Markdown, for the sentence "Use … instead." */
  readonly replacement: string;
}

/** Documents a deprecated operation and the date of its removal. Replaces `ApiOperation`. */
export function ApiDeprecatedOperation(
  { sunsetDate }: Deprecation,
  { operationId, summary, successor, replacement }: DeprecatedOperation,
): MethodDecorator {
  return applyDecorators(
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
  );
}

/** References to the headers of every response of a deprecated operation. */
export const deprecationReferences: HeaderReferences = {
  ...headerReferences('Deprecation', 'Sunset'),
  Link: headerReference('DeprecationLink'),
};
