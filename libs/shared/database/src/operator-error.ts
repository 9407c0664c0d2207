import { DomainError } from '@petstore/kernel';
import { escapeControlCharacters } from './escape-control-characters.ts';

/** Something the operator can mend: the message is one line that says what, and never shows a secret. */
export class OperatorError extends Error {}

/** A variable that holds what it must not. */
export class InvalidSetting extends OperatorError {
  /** @param read its value, which is not shown when it may hold a password; undefined for one that always may */
  constructor(variable: string, read: string | undefined, allowed: string) {
    const isShown = read !== undefined && !/@|password/i.test(read);
    super(
      isShown
        ? `${variable} is ${JSON.stringify(read)}, but must be ${allowed}`
        : `${variable} (its value is not shown) must be ${allowed}`,
    );
  }
}

/**
 * The text for an error that ends a program: the message if the operator can act on it, else the stack, because it is a bug.
 * Control characters are escaped, because the message may quote other programs and files.
 */
export function reasonOf(error: unknown): string {
  return escapeControlCharacters(textOf(error));
}

function textOf(error: unknown): string {
  if (error instanceof OperatorError || error instanceof DomainError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
