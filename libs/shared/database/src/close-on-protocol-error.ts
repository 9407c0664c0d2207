import type { Duplex } from 'node:stream';
import type { Connection } from 'pg';
import { ErrorResponseCheck } from './error-response-check.ts';

/** pg's connection with a method that its types leave out: it connects the stream to pg's parser. */
interface ParsedConnection {
  attachListeners(stream: Pick<Duplex, 'on'>): void;
}

type Listener = (...parameters: unknown[]) => void;

/**
 * Destroys the connection's stream when a malformed message arrives. pg would throw the parser's error as an uncaught exception.
 * With this function, the running statement or the call of `connect` fails with the error.
 * @param connection must not be connected yet
 */
export function closeOnProtocolError(connection: Connection): void {
  const parsed = connection as unknown as ParsedConnection;
  const attach = parsed.attachListeners.bind(connection);
  // pg calls it with the plain or with the encrypted stream.
  parsed.attachListeners = (stream) => attach(checkedStream(stream as Duplex));
}

/** The stream for pg's parser. */
function checkedStream(stream: Duplex): Pick<Duplex, 'on'> {
  const on = (event: string, listener: Listener) =>
    stream.on(event, event === 'data' ? destroyOnError(stream, listener) : listener);
  return { on } as Pick<Duplex, 'on'>;
}

function destroyOnError(stream: Duplex, parse: Listener): (chunk: Buffer) => void {
  const messages = new ErrorResponseCheck();
  return (chunk) => {
    // A destroyed stream can still deliver buffered data.
    if (stream.destroyed) return;
    try {
      messages.check(chunk);
      parse(chunk);
    } catch (error) {
      stream.destroy(error as Error);
    }
  };
}
