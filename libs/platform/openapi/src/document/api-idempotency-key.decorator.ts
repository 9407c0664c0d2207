import { ApiHeader } from '@nestjs/swagger';
import {
  idempotencyKeyHeaderLength,
  idempotencyKeyHours,
  idempotencyKeyPattern,
} from '@petstore/http/request/idempotency-key.header';
import { IdempotencyKey } from '@petstore/kernel';

/** Documents the header `Idempotency-Key`. @param body name of the schema of the body */
export function ApiIdempotencyKey(body: string): MethodDecorator {
  return ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    description:
      `A unique key of this create, best a random one: ${IdempotencyKey.allowed}, bare or as a quoted string (RFC 8941). ` +
      `For ${idempotencyKeyHours} hours, a repeat with the same ${body} gets the same response, and a repeat with another ` +
      `${body} is refused. Only keys of successful creates are stored.`,
    schema: {
      type: 'string',
      maxLength: idempotencyKeyHeaderLength,
      pattern: idempotencyKeyPattern,
      example: '8e03978e-40d5-43e8-bc93-6894a57f9324',
    },
  }) as MethodDecorator;
}
