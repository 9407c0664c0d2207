import type { OpenAPIObject } from '@nestjs/swagger';
import type { ErrorBody } from '@petstore/http/response/error-body';
import type { HttpError } from '@petstore/http/response/http-error';

type Schema = Extract<NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>[string], { type?: unknown }>;

/**
 * The schema `Error` of the document.
 * @param errors every error that the service can respond with; the first with status 404 is the example
 */
export function errorSchema(errors: readonly HttpError[]): Schema {
  const example = errors.find(({ status }) => status === 404);
  const properties: Record<keyof ErrorBody, Schema> = {
    code: {
      type: 'string',
      description: 'What went wrong, for programs: one meaning and one status each.',
      enum: errors.map(({ code }) => code),
      example: example?.code,
    },
    message: {
      type: 'string',
      description: 'What went wrong, for people: what is at fault and what is allowed.',
      example: example?.meaning,
    },
    status: { type: 'integer', description: 'The HTTP status of the answer.', example: example?.status },
  };
  return { type: 'object', properties, required: Object.keys(properties) };
}
