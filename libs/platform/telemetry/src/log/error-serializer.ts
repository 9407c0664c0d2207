import { redactSecrets } from '@petstore/settings';
import { stdSerializers } from 'pino';
import { withSourcePositions } from './source-positions.ts';

export interface SerializedError {
  readonly type: string;
  readonly message?: string;
  readonly code?: unknown;
  readonly stack?: string;
  readonly errors?: readonly SerializedError[];
}

/** Converts a thrown value for the log. Drops other members, because errors of statements contain values of clients. */
export function serializeError(thrown: unknown): SerializedError {
  if (typeof thrown === 'string') return { type: 'string', message: thrown };
  if (!(thrown instanceof Error)) return { type: typeof thrown };
  const { type, message, stack } = stdSerializers.err(thrown);
  const { code, errors } = thrown as { code?: unknown; errors?: unknown };
  return {
    type,
    message: redactSecrets(message),
    ...(typeof code === 'string' && { code }),
    ...(stack !== undefined && { stack: redactSecrets(withSourcePositions(stack)) }),
    ...(Array.isArray(errors) && { errors: errors.map(serializeError) }),
  };
}
