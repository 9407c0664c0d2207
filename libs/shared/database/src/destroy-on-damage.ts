import type { Duplex } from 'node:stream';
import type { Connection } from 'pg';
import { ErrorMessageCheck } from './error-message-check.ts';

/** pg's connection, with the method that its types leave out: it gives what arrives on the stream to pg's parser. */
interface ParsedConnection {
  attachListeners(stream: Pick<Duplex, 'on'>): void;
}

type Listener = (...parameters: unknown[]) => void;

/**
 * Destroys the connection's stream when a damaged message arrives. pg would throw the parser's error as an uncaught exception.
 * This way, the error reaches the running statement, or the call of `connect`.
 * @param connection not yet connected
 */
export function destroyOnDamage(connection: Connection): void {
  const parsed = connection as unknown as ParsedConnection;
  const attach = parsed.attachListeners.bind(connection);
  // pg calls it with the plain stream, or with the encrypted one.
  parsed.attachListeners = (stream) => attach(guarded(stream as Duplex));
}

/** The stream, as pg's parser sees it. */
function guarded(stream: Duplex): Pick<Duplex, 'on'> {
  const on = (event: string, listener: Listener) =>
    stream.on(event, event === 'data' ? destroyOnError(stream, listener) : listener);
  return { on } as Pick<Duplex, 'on'>;
}

function destroyOnError(stream: Duplex, parse: Listener): (chunk: Buffer) => void {
  const messages = new ErrorMessageCheck();
  return (chunk) => {
    // The stream can deliver what had arrived before it was destroyed.
    if (stream.destroyed) return;
    try {
      messages.check(chunk);
      parse(chunk);
    } catch (error) {
      stream.destroy(error as Error);
    }
  };
}
