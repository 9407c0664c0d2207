import { DomainError } from '@petstore/kernel';
import { escapeControlCharacters } from './escape-control-characters.ts';
import { OperatorError } from './operator-error.ts';

/**
 * Describes an error that ends a program: the message of an OperatorError or a DomainError, and the stack of any other error.
 * Escapes control characters, because the text may quote other programs and files.
 */
export function describeError(error: unknown): string {
  return escapeControlCharacters(messageOrStack(error));
}

function messageOrStack(error: unknown): string {
  if (error instanceof OperatorError || error instanceof DomainError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
