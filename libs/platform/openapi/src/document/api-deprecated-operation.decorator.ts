import { applyDecorators } from '@nestjs/common';
import { ApiExtension, ApiOperation } from '@nestjs/swagger';
import type { Deprecation } from '@petstore/http/response/deprecation';
import { headerReference, headerReferences, type HeaderReferences } from './header-components.ts';

interface DeprecatedOperation {
  readonly operationId: string;
  /** What the operation does, in a few words. */
  readonly summary: string;
  /** Method and path of the operation to use instead. */
  readonly successor: string;
  /** How to use the successor instead, as Markdown. */
  readonly replacement: string;
}

/** Documents a deprecated operation, in place of `ApiOperation`: texts and marks name the date of the removal. */
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
        'Until then it works as described; every answer says so in `Deprecation`, `Sunset` and `Link`.',
    }),
    ApiExtension('x-deprecated-sunset', sunsetDate),
    ApiExtension('x-sunset', sunsetDate),
  );
}

/** References to the headers that every response of a deprecated operation has. */
export const deprecationReferences = (): HeaderReferences => ({
  ...headerReferences('Deprecation', 'Sunset'),
  Link: headerReference('DeprecationLink'),
});
