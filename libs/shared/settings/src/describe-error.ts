import { DomainError } from '@petstore/kernel';
import { escapeControlCharacters } from './escape-control-characters.ts';
import { OperatorError } from './operator-error.ts';

/**
 * Describes a failure that ends a program: one line for an OperatorError or a DomainError, otherwise the stack. Control
 * characters are escaped, because the message may quote other programs and files.
 */
export function describeError(error: unknown): string {
  return escapeControlCharacters(textOf(error));
}

function textOf(error: unknown): string {
  if (error instanceof OperatorError || error instanceof DomainError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
