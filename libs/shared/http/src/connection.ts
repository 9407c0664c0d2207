import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ignoreRestOfSegment } from './node-internals.ts';

/** Milliseconds for which a closing connection waits for the client to read the last response. */
const lingerTime = 2_000;

const stopped = new WeakSet<Socket>();

/** Whether `stopParsing` was called. Further errors of the parser must then be ignored. */
export function isParsingStopped(socket: Socket): boolean {
  return stopped.has(socket);
}

/**
 * Disconnects Node's parser and stops reading. The server can still send responses. Without this, Node would emit `clientError`
 * for each further segment, and would need 0.3 s for a megabyte of small chunks.
 */
export function stopParsing(socket: Socket): void {
  stopped.add(socket);
  // Node's parser reads directly from the socket's handle. Adding a `data` listener ends this: Node then passes the bytes to the
  // parser with its own `data` listener, which `removeAllListeners` removes.
  socket.on('data', () => {}).removeAllListeners('data');
  socket.pause();
}

/**
 * Ends the connection so that the client can read the last response (RFC 9112, section 9.6). If the server closed a connection
 * with unread bytes, the system would reset it, and the client would lose the response. Therefore the function discards the
 * bytes that the client still sends, until the client closes its side or 2 s have passed.
 * @param last text to send before the end
 */
export function lingeringClose(socket: Socket, last = ''): void {
  socket.removeAllListeners('data').resume();
  socket.end(last);
  const timer = setTimeout(() => socket.destroy(), lingerTime);
  socket.once('close', () => clearTimeout(timer));
}

/** Ends the connection after the response, whose headers are not sent yet. Ignores what the client sends meanwhile. */
export function closeAfter(response: ServerResponse): void {
  const { socket } = response.req;
  response.shouldKeepAlive = false;
  ignoreRestOfSegment(socket);
  stopParsing(socket);
  // Node calls `destroySoon` after the last response.
  socket.destroySoon = () => lingeringClose(socket);
}

/**
 * Makes the connection end after the response if the response is sent before the whole request was received. Otherwise Node
 * would parse the rest of the body.
 */
export function closeAfterUnreadBody(request: IncomingMessage, response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response) as (...parameters: unknown[]) => ServerResponse;
  response.writeHead = (...parameters: unknown[]) => {
    if (!request.complete) closeAfter(response);
    return writeHead(...parameters);
  };
}
