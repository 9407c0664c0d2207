import { escapeControlCharacters } from '@petstore/settings';

/** Prints a message for the operator on standard error, so that standard output contains only the result of the command. */
export function printMessage(message: string): void {
  process.stderr.write(`petstore: ${escapeControlCharacters(message)}\n`);
}
