import type { Socket } from 'node:net';

/** Milliseconds that a client has for reading the last response before its connection is destroyed. */
export const lingerTime = 2_000;

const stopped = new WeakSet<Socket>();

/**
 * Takes the connection away from Node's parser and stops reading from it. Responses can still be sent. Node goes on parsing
 * otherwise: it emits `clientError` for each further segment, and needs 0.3 s for a megabyte of small chunks.
 */
export function stopParsing(socket: Socket): void {
  stopped.add(socket);
  // Node's parser reads from the handle until a listener for `data` is added. Then another listener passes it the bytes.
  socket.on('data', () => {}).removeAllListeners('data');
  socket.pause();
}

/** Whether `stopParsing` was called: what Node still reports about the parser is of no interest. */
export function isParsingStopped(socket: Socket): boolean {
  return stopped.has(socket);
}

/**
 * Ends the connection so that the client can read what was sent (RFC 9112, section 9.6). The system would reset a connection
 * that is closed while received bytes are unread, and the client would lose the response. Discards what the client still
 * sends, and destroys the connection when the client has closed its side, or after `lingerTime`.
 * @param last bytes to send before the end
 */
export function lingeringClose(socket: Socket, last?: string): void {
  socket.removeAllListeners('data').resume();
  if (last === undefined) socket.end();
  else socket.end(last);
  const timer = setTimeout(() => socket.destroy(), lingerTime);
  socket.once('close', () => clearTimeout(timer));
}
