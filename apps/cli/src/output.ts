import { escapeControlCharacters, OperatorError } from '@petstore/settings';

/** The reader of standard output has closed it, as `head` does. It needs no message. */
export class OutputClosed extends Error {}

/**
 * Prints the result of a command on standard output. In a terminal, escapes control characters, because the text may contain names
 * that clients have chosen. Resolves when the output accepts more.
 * @throws OutputClosed if the reader has closed the output
 * @throws OperatorError if the output cannot be written, for example because the disk is full
 */
export function print(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(process.stdout.isTTY ? escapeControlCharacters(text) : text, (error) => {
      if (!error) resolve();
      else if ((error as NodeJS.ErrnoException).code === 'EPIPE') reject(new OutputClosed());
      else reject(new OperatorError(`standard output cannot be written: ${error.message}`));
    });
  });
}

/**
 * Prints the result of a change that is stored.
 * @throws OperatorError with the result if it cannot be printed, so that the operator does not repeat the change
 */
export function printDone(result: string): Promise<void> {
  return print(`${result}\n`).catch((cause: unknown) => {
    throw new OperatorError(`${result}, but standard output cannot be written`, { cause });
  });
}

/** Prints a message for the operator on standard error, so that standard output contains only the result of the command. */
export function printMessage(message: string): void {
  writeError(`petstore: ${message}\n`);
}

/** Writes to standard error, with control characters escaped. */
export function writeError(text: string): void {
  process.stderr.write(escapeControlCharacters(text));
}

/** Formats a count, such as `1,715`. */
export function formatCount(count: number): string {
  return count.toLocaleString('en');
}
