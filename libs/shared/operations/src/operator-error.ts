import { DomainError } from '@petstore/kernel';
import { escapeControlCharacters } from './escape-control-characters.ts';

/** An error that the operator can fix. The message has no secrets. It says what the operator must change. */
export class OperatorError extends Error {}

/**
 * Describes an error that ends a program: the message of an OperatorError or a DomainError, and the stack of any other error.
 * Escapes control characters, because the text may quote other programs and files.
 */
export function describeError(error: unknown): string {
  return escapeControlCharacters(messageOrStack(error));
}

function messageOrStack(error: unknown): string {
  if (error instanceof OperatorError || error instanceof DomainError) return error.message;
  if ((error as NodeJS.ErrnoException | undefined)?.syscall === 'uv_cwd')
    return 'the working directory does not exist any more: change to another one, for example with cd';
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** @throws OperatorError with a line for each fault, if there is one */
export function refuse(faults: Iterable<string>): void {
  const lines = [...new Set(faults)];
  if (lines.length > 0) throw new OperatorError(lines.join('\n'));
}

/**
 * Calls all readers, so that an operator sees all faults at once, and returns what they return.
 * @throws OperatorError with the lines of all OperatorErrors, each line once, because two readers may read the same setting
 */
export function readTogether<Values extends unknown[]>(
  ...readers: { [Index in keyof Values]: () => Values[Index] }
): Values {
  const faults: string[] = [];
  const values = readers.map((read) => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error;
      faults.push(...error.message.split('\n'));
      return undefined;
    }
  });
  refuse(faults);
  return values as Values;
}
