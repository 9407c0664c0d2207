import type { HttpError } from '../errors.ts';

/**
 * Returns the schema `Error` of the document.
 * @param errors every error that the service can respond with; the first with status 404 is the example
 */
export function errorSchema(errors: readonly HttpError[]) {
  const example = errors.find(({ status }) => status === 404);
  return {
    type: 'object',
    properties: {
      code: {
        type: 'string',
        description: 'The kind of the error, for programs. Each code has one meaning and one status.',
        minLength: 1,
        enum: errors.map(({ code }) => code),
        examples: [example?.code],
      },
      message: {
        type: 'string',
        description: 'What is wrong and what is allowed, for people.',
        minLength: 1,
        examples: [example?.meaning],
      },
      status: {
        type: 'integer',
        format: 'int32',
        description: 'The HTTP status of the response.',
        // The client errors and the server errors of RFC 9110, section 15.
        minimum: 400,
        maximum: 599,
        examples: [example?.status],
      },
    },
    required: ['code', 'message', 'status'],
  };
}
