import { escapeControlCharacters } from '@petstore/settings';
import type { DestinationStream } from 'pino';
import { prettyFactory, type PrettyOptions } from 'pino-pretty';
import { requestMessage, type RequestLine } from './access-log.ts';

/**
 * Formats the JSON lines of the log as readable text.
 * @param screen gets the text
 * @param options options of pino-pretty. By default, pino-pretty detects whether the terminal has colours.
 */
export function terminalDestination(screen: DestinationStream, options: PrettyOptions = {}): DestinationStream {
  const shape: PrettyOptions = { translateTime: 'SYS:HH:MM:ss', ...options };
  const formatRequest = prettyFactory({
    ...shape,
    hideObject: true,
    messageFormat: (line) => requestText(line as unknown as RequestLine),
  });
  const formatOther = prettyFactory({
    ...shape,
    // Text after a line feed must not look like another line of the log.
    messageFormat: ({ msg }) => String(msg).replaceAll('\n', '\n    '),
  });
  return {
    write(line) {
      const event = JSON.parse(line, (_, value: unknown) =>
        typeof value === 'string' ? escapeControlCharacters(value) : value,
      ) as { readonly msg?: unknown };
      screen.write((event.msg === requestMessage ? formatRequest : formatOther)(event));
    },
  };
}

/** Leaves out the client's address and the ids, so that a line fits into a terminal. */
function requestText({ method, route, status, duration, code, apiKey, aborted }: RequestLine): string {
  const words = [
    method,
    route,
    status,
    duration === undefined ? undefined : `${duration.toFixed(1)} ms`,
    code,
    apiKey,
    aborted ? 'client disconnected' : undefined,
  ];
  return words.filter((word) => word !== undefined).join(' ');
}
