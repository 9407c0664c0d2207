import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Pipelined requests of a connection after which a client that reads no response is disconnected, because each takes memory. */
const maxPipelined = 16;

/** The latest request of a connection that was accepted. */
interface Latest {
  readonly response: ServerResponse;
  /** Number of requests that arrived before the response was sent. */
  pipelined: number;
}

const latestOf = new WeakMap<Socket, Latest>();

/** Returns the response to the latest request that the connection accepted. */
export function latestResponse(socket: Socket): ServerResponse | undefined {
  return latestOf.get(socket)?.response;
}

/**
 * Accepts one request of a connection at a time. A request that arrives before the response to the one before it (HTTP pipelining,
 * RFC 9112, section 9.3.2) must not be executed, and ends the connection after that response. Otherwise a client could make Node
 * run thousands of handlers with one packet, and keep all their responses in memory.
 *
 * A client can have received a large response completely, and send its next request, before Node notices that the last bytes are
 * written: libuv reports that in the next event-loop iteration. Therefore such a request waits for that iteration. Meanwhile nothing is
 * read from the connection, so that a client cannot send thousands of them.
 * @param execute called if the request is to be executed
 */
export function acceptRequest(request: IncomingMessage, response: ServerResponse, execute: () => void): void {
  if (acceptInTurn(request, response)) return execute();
  const { socket } = request;
  const isBeingWritten = latestOf.get(socket)!.response.writableEnded && socket.writableLength > 0;
  if (!isBeingWritten) return refuse(socket);
  stopReading(socket);
  // The callback of the outer one still runs in this iteration.
  setImmediate(() =>
    setImmediate(() => {
      if (!acceptInTurn(request, response)) return refuse(socket);
      socket.resume();
      execute();
    }),
  );
}

/** Accepts the request if the earlier responses of the connection were sent: Node then gives its response the socket. */
function acceptInTurn({ socket }: IncomingMessage, response: ServerResponse): boolean {
  if (response.socket) latestOf.set(socket, { response, pipelined: 0 });
  return response.socket !== null;
}

function refuse(socket: Socket): void {
  const latest = latestOf.get(socket)!;
  latest.pipelined += 1;
  if (latest.pipelined === 1) endAfter(latest.response, socket);
  // Not now: a response that has just ended is not finished before the events of this packet are over.
  if (latest.pipelined === maxPipelined) setImmediate(() => destroyIfUnread(latest.response, socket));
}

/** Stops reading from the connection, and ends it after the response. */
export function endAfter(response: ServerResponse, socket: Socket): void {
  stopReading(socket);
  if (response.headersSent) response.once('finish', () => socket.destroySoon());
  else response.setHeader('Connection', 'close');
}

/** Stops after the events of this packet, because Node resumes the socket at the end of a request. */
function stopReading(socket: Socket): void {
  process.nextTick(() => socket.pause());
}

function destroyIfUnread(response: ServerResponse, socket: Socket): void {
  if (response.writableEnded && !response.writableFinished) socket.destroy();
}
