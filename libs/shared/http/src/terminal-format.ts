import { escapeControlCharacters } from '@petstore/settings';
import type { DestinationStream } from 'pino';
import { prettyFactory, type PrettyOptions } from 'pino-pretty';

/**
 * Formats the JSON lines of the log as readable text, without ids and addresses, so that a line fits into a terminal.
 * @param screen gets the text
 * @param options options of pino-pretty. By default, pino-pretty detects whether the terminal has colours.
 */
export function terminalDestination(screen: DestinationStream, options: PrettyOptions = {}): DestinationStream {
  const format = prettyFactory({
    translateTime: 'SYS:HH:MM:ss',
    singleLine: true,
    ignore: 'requestId,client,traceId,parentId',
    // Text after a line feed must not look like another line of the log.
    messageFormat: ({ msg }) => String(msg).replaceAll('\n', '\n    '),
    ...options,
  });
  const escape = (_: string, value: unknown) => (typeof value === 'string' ? escapeControlCharacters(value) : value);
  return { write: (line) => void screen.write(format(JSON.parse(line, escape))) };
}
