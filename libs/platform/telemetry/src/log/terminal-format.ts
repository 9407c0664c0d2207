import { escapeControlCharacters } from '@petstore/settings';
import type { DestinationStream } from 'pino';
import { prettyFactory, type MessageFormatFunc, type PrettyOptions } from 'pino-pretty';
import type { SerializedError } from './error-serializer.ts';
import { requestMessage, type RequestLine } from './request-line.ts';

type Event = { readonly level: string; readonly time: string; readonly msg: string } & Partial<RequestLine>;

type Colors = Parameters<MessageFormatFunc>[3]['colors'];

type Color = 'red' | 'yellow' | 'green' | 'gray' | 'cyan';

const colorOfLevel: Readonly<Record<string, Color>> = { debug: 'gray', warn: 'yellow', error: 'red', fatal: 'red' };

/** The keys are the first digits of statuses. */
const colorOfStatus: Readonly<Record<string, Color>> = { 2: 'green', 3: 'cyan', 4: 'yellow', 5: 'red' };

/**
 * Formats the JSON lines of the log as readable text.
 * @param write gets the formatted text
 * @param options options of pino-pretty. By default, pino-pretty detects whether the terminal has colours.
 */
export function terminalDestination(write: (text: string) => void, options: PrettyOptions = {}): DestinationStream {
  const shape: PrettyOptions = {
    ...options,
    ignore: 'time,level',
    customColors: 'message:reset',
    messageFormat: (event, _message, _level, { colors }) => lineOf(event as unknown as Event, colors),
    customPrettifiers: { err: (error) => stackOf(error as unknown as SerializedError) },
  };
  const [request, other] = [prettyFactory({ ...shape, hideObject: true }), prettyFactory(shape)];
  return {
    write(line) {
      const event = JSON.parse(line, (_, value) =>
        typeof value === 'string' ? escapeControlCharacters(value) : value,
      ) as Event;
      write(event.msg === requestMessage ? request(event) : other(event));
    },
  };
}

function lineOf(event: Event, colors: Colors): string {
  const time = colors.gray(new Date(event.time).toTimeString().slice(0, '00:00:00'.length));
  if (event.msg === requestMessage) return `${time} ${requestLine(event, colors)}`;
  const level =
    event.level === 'info' ? '' : `${colors[colorOfLevel[event.level] ?? 'red'](event.level.toUpperCase())} `;
  return `${time} ${level}${event.msg.replaceAll('\n', '\n    ')}`;
}

function stackOf({ type, message, stack, errors = [] }: SerializedError): string {
  return [stack ?? `${type} ${message ?? ''}`, ...errors.map(stackOf)].join('\n');
}

function requestLine(
  { method, route, status, duration, waited, code, apiKey, aborted }: Event,
  colors: Colors,
): string {
  const color = colorOfStatus[String(status).charAt(0)] ?? 'yellow';
  const words = [
    method,
    route,
    status === undefined ? undefined : colors[color](String(status)),
    duration === undefined ? undefined : `${duration.toFixed(1)} ms`,
    waited === undefined ? undefined : `after a wait of ${(waited / 1_000).toFixed(1)} s`,
    code,
    apiKey === undefined ? undefined : colors.gray(apiKey),
    aborted ? colors.yellow('client disconnected') : undefined,
  ];
  return words.filter((word) => word !== undefined).join(' ');
}
