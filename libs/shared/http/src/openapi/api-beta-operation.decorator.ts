import { applyDecorators } from '@nestjs/common';
import { ApiExtension, ApiOperation } from '@nestjs/swagger';

interface BetaOperation {
  readonly summary: string;
  readonly description: string;
}

/**
 * Replaces `ApiOperation` for an operation that is beta. Documentation sites read `x-stability`, tools that compare documents
 * read `x-stability-level`.
 */
export function ApiBetaOperation({ summary, description }: BetaOperation): MethodDecorator {
  return applyDecorators(
    ApiOperation({
      summary: `${summary} (beta)`,
      description: `${description}\n\n**Beta:** this operation may change or be removed in any release.`,
    }),
    ApiExtension('x-stability', 'beta'),
    ApiExtension('x-stability-level', 'beta'),
  );
}
