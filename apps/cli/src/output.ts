import { fstatSync, readSync, statSync } from 'node:fs';
import { devNull } from 'node:os';
import { escapeControlCharacters, OperatorError } from '@petstore/operations';
import type { RowNumbers } from '@petstore/pets-application';

/** The reader of standard output has closed it, as `head` does. It needs no message. */
export class OutputClosed extends Error {}

/**
 * Prints the result of a command on standard output. In a terminal, escapes control characters, because the text may contain names
 * that clients have chosen. Resolves when the output accepts more.
 * @param signal ends the wait for a reader that does not read
 * @throws OutputClosed if the reader has closed the output
 * @throws OperatorError if the output cannot be written, for example because the disk is full
 * @throws the signal's reason
 */
export async function print(text: string, signal?: AbortSignal): Promise<void> {
  if (isMissing(process.stdout.fd)) throw new OperatorError('standard output is closed');
  await write(text, signal);
}

/**
 * Prints the result of a change that is stored. A missing output loses nothing then.
 * @throws OperatorError with the result if it cannot be printed, so that the operator does not repeat the change
 */
export function printDone(result: string): Promise<void> {
  return write(`${result}\n`).catch((cause: unknown) => {
    throw new OperatorError(`${result}, but standard output cannot be written`, { cause });
  });
}

/**
 * Whether the process was started without this output, as with `>&-`. Node has then opened the null device in its place, for reading and
 * writing. `>/dev/null` opens it only for writing, so that a read fails.
 */
function isMissing(descriptor: number): boolean {
  if (fstatSync(descriptor).rdev !== statSync(devNull).rdev) return false;
  try {
    return readSync(descriptor, Buffer.alloc(1)) === 0;
  } catch {
    return false;
  }
}

function write(text: string, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal!.reason as Error);
    signal?.addEventListener('abort', stop);
    process.stdout.write(process.stdout.isTTY ? escapeControlCharacters(text) : text, (error) => {
      signal?.removeEventListener('abort', stop);
      if (!error) resolve();
      else if ((error as NodeJS.ErrnoException).code === 'EPIPE') reject(new OutputClosed());
      else reject(new OperatorError(`standard output cannot be written: ${error.message}`));
    });
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

/** Names rows, such as `rows 2, 3 and 7 more`. */
export function describeRows({ count, first }: RowNumbers): string {
  const more = count > first.length ? ` and ${formatCount(count - first.length)} more` : '';
  return `${count === 1 ? 'row' : 'rows'} ${first.join(', ')}${more}`;
}
