import { ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { headerReferences, rateLimitReferences, type HeaderReferences } from './header-components.ts';

/** Headers of every response of an operation. */
const requestId = headerReferences('X-Request-Id');

/**
 * Documents an operation's success response.
 * @param schema name of the body's schema
 * @param headers beside those of every response
 */
export function ApiSuccess(
  status: number,
  description: string,
  schema: string,
  example: object,
  headers: HeaderReferences = {},
): MethodDecorator {
  return ApiResponse({
    status,
    description,
    headers: { ...requestId, ...headers, ...rateLimitReferences() },
    content: { 'application/json': { schema: { $ref: getSchemaPath(schema) }, example } },
  });
}
