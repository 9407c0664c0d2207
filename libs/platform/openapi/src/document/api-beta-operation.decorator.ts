import { applyDecorators } from '@nestjs/common';
import { ApiExtension, ApiOperation } from '@nestjs/swagger';

interface BetaOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
}

const notice = '**Beta:** this operation may change or be removed in any release.';

/**
 * Documents an operation that is beta. Documentation sites read `x-stability`, tools that compare documents read
 * `x-stability-level`.
 */
export function ApiBetaOperation({ description, ...operation }: BetaOperation): MethodDecorator {
  return applyDecorators(
    ApiOperation({ ...operation, description: `${description}\n\n${notice}` }),
    ApiExtension('x-stability', 'beta'),
    ApiExtension('x-stability-level', 'beta'),
  );
}
