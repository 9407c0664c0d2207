import { OperatorError, redactSecrets } from '@petstore/settings';
import { DatabaseUnavailable } from './database.errors.ts';

/**
 * Returns a function for a promise's `catch` that throws the error as an OperatorError. An OperatorError stays unchanged, because
 * its message is already for the operator.
 */
export function rethrowAs(Failure: new (cause: unknown) => OperatorError): (cause: unknown) => never {
  return (cause) => {
    throw cause instanceof OperatorError ? cause : new Failure(cause);
  };
}

/** Returns the messages of the causes in one line, without secrets. */
export function describeCauses(cause: unknown): string {
  const reasons: unknown[] = cause instanceof AggregateError ? cause.errors : [cause];
  return redactSecrets(reasons.map(messageOf).join('; ')).replace(/\s*\n\s*/g, ' ');
}

/** Messages of the driver that do not say what is wrong, and the messages that replace them. */
const clearMessages: Readonly<Record<string, string>> = {
  'timeout expired': 'the server did not answer in time',
  'Connection terminated unexpectedly': 'the server closed the connection',
};

/** Prefers the driver's message, because it is more specific than the message of DatabaseUnavailable. */
function messageOf(reason: unknown): string {
  if (reason instanceof DatabaseUnavailable && reason.cause) return messageOf(reason.cause);
  const message = reason instanceof Error ? reason.message : String(reason);
  return clearMessages[message] ?? message;
}
