import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import type { ReadStream, WriteStream } from 'node:tty';

/** The operator pressed Ctrl-C at a prompt. */
export class PromptInterrupted extends Error {}

/** The terminal of the operator: standard input and standard error of the process. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream & Partial<Pick<ReadStream, 'isTTY'>>;
  readonly output: NodeJS.WritableStream & Partial<Pick<WriteStream, 'isTTY'>>;
}

/** Whether `promptPassword` can be used: the operator can read the prompt and type the password. */
export function isInteractive({ input, output }: Terminal): boolean {
  return input.isTTY === true && output.isTTY === true;
}

/**
 * Asks for the password of a database user, as psql does. The terminal does not show what is typed.
 * @returns the password; empty if the operator pressed only Enter or Ctrl-D
 * @throws PromptInterrupted if the operator pressed Ctrl-C
 */
export async function promptPassword(user: string, { input, output }: Terminal): Promise<string> {
  // This sets raw mode, which turns the echo off. It must be off when the operator sees the prompt. readline writes the typed
  // characters to its own output, which discards them.
  const lines = createInterface({ input, output: new Discard(), terminal: true, historySize: 0 });
  output.write(`Password for user ${user}: `);
  const ended = new AbortController();
  try {
    return await Promise.race([
      once(lines, 'line', ended).then(([line]) => line as string),
      once(lines, 'SIGINT', ended).then(() => Promise.reject(new PromptInterrupted())),
      once(lines, 'close', ended).then(() => ''),
    ]);
  } finally {
    ended.abort();
    lines.close();
    output.write('\n');
  }
}

class Discard extends Writable {
  override _write(_chunk: unknown, _encoding: BufferEncoding, callback: () => void): void {
    callback();
  }
}
