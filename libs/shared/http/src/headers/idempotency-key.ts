import type { IncomingMessage } from 'node:http';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { IdempotencyKey, InvalidValue } from '@petstore/kernel';
import type { Request } from 'express';
import { ApiParameterHeader } from './parameter-header.decorator.ts';
import { stateOf } from '@petstore/edge/request-state';
import { headerValues } from '@petstore/edge/request-head';
import { platformErrors, RequestError } from '@petstore/edge/errors';

const { minLength, maxLength } = IdempotencyKey;

/** Pattern of the header's value for the OpenAPI document: the key itself, or the key as a quoted string. */
export const idempotencyKeyPattern =
  `^(?:[!#-~][!-~]{${minLength - 1},${maxLength - 1}}` +
  `|"(?:[!#-\\[\\]-~]|\\\\["\\\\]){${minLength},${maxLength}}")$`;

const hours = IdempotencyKey.lifetime / 3_600_000;

const document = ApiParameterHeader({
  name: 'Idempotency-Key',
  required: false,
  description:
    `A unique key of this create, best a random one: ${IdempotencyKey.allowed}, bare or as a quoted string (RFC 8941). ` +
    `For ${hours} hours, a repeat with the same body gets the same response, and a repeat with another body is refused. ` +
    'Only keys of successful creates are stored.',
  schema: {
    type: 'string',
    // A quoted string with a backslash before each character of the key.
    maxLength: 2 + 2 * maxLength,
    pattern: idempotencyKeyPattern,
    examples: ['8e03978e-40d5-43e8-bc93-6894a57f9324'],
  },
});

/**
 * Parameter decorator: passes the key of the header `Idempotency-Key`, or undefined without the header, and documents the header.
 * A guard must have set the caller, because each caller has its own keys.
 */
export const IdempotencyKeyHeader = createParamDecorator(
  (_: unknown, execution: ExecutionContext) => {
    const request = execution.switchToHttp().getRequest<Request>();
    return readIdempotencyKey(request, stateOf(request).caller!.id);
  },
  [document],
);

/** Reads the header, see IdempotencyKeyHeader. @throws RequestError invalid_parameter if it is invalid, or was sent more than once */
export function readIdempotencyKey(request: IncomingMessage, owner: string): IdempotencyKey | undefined {
  const values = headerValues(request, 'idempotency-key');
  if (values.length === 0) return undefined;
  try {
    // A repeated header is read as an empty key, which `of` rejects.
    return IdempotencyKey.of(values.length === 1 ? unquote(values[0]!) : '', owner);
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error;
    const message = `${error.message}, bare or as a quoted string, sent once.`;
    throw new RequestError(platformErrors.invalid_parameter, message);
  }
}

/** A string of RFC 8941: in quotation marks, with a backslash before each `"` and `\` of the value. */
const quotedString = /^"((?:[^"\\]|\\["\\])*)"$/;

/** Returns the value of a quoted string, any other text unchanged, and the empty text, which is no key, for an invalid quoted string. */
function unquote(text: string): string {
  if (!text.startsWith('"')) return text;
  return quotedString.exec(text)?.[1]?.replace(/\\(.)/g, '$1') ?? '';
}
